/// What a bank says to the data beside the number.
struct CardChecks: Hashable {
    /// `nil` stands for "pass where a CVC was given".
    var cvc: String?
    var addressLine1: String?
    var postalCode: String?
}
