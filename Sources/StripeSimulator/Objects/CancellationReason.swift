/// The reasons that a caller may give. Stripe's own are beside them, not among them.
enum CancellationReason: String, CaseIterable {
    case abandoned
    case duplicate
    case fraudulent
    case requestedByCustomer = "requested_by_customer"

    /// Stripe's own, for an authorization that was never captured.
    static let automatic = "automatic"
}
