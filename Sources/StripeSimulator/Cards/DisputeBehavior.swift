/// What the holder of a test card does after a charge.
/// https://docs.stripe.com/testing#disputes
enum DisputeBehavior: Hashable {
    case accepts
    /// The bank takes the money back at once.
    case disputes(DisputeReason)
    /// The bank asks first.
    case inquires
}

/// Why, in Stripe's words.
enum DisputeReason: String {
    case fraudulent
    case productNotReceived = "product_not_received"
}
