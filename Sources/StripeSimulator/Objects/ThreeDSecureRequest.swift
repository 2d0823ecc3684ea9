/// `payment_method_options[card][request_three_d_secure]`
enum ThreeDSecureRequest: String, CaseIterable {
    case any
    case automatic
    case challenge
}
