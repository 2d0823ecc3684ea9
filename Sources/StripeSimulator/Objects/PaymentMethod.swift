import JSON

/// A card as a caller may use it.
struct PaymentMethod {
    /// What is left of a PaymentMethod that no customer holds.
    enum Use: Hashable {
        case unused
        /// An attempt is open; the same PaymentIntent may go on with it.
        case open(intent: String)
        case usedUp
        /// Paid with, and may still be attached: the customer was told that it would be kept.
        case savable
    }

    let id: String
    let created: Int64
    let card: TestCard
    let fingerprint: String
    var expiryMonth: Int64
    var expiryYear: Int64
    /// Whether the security code is still at hand: until the card's bank was asked with it.
    var holdsCVC: Bool
    /// What the bank said to it.
    var cvcCheck: String?
    var billing = BillingDetails()
    var customer: String?
    var metadata = Metadata()
    var allowRedisplay = AllowRedisplay.unspecified
    var use = Use.unused
    /// Whether the customer agreed to later payments with it.
    var isSetUp = false
}
