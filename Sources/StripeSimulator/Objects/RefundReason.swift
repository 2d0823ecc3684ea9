/// Why money goes back. Stripe's own reasons are beside these, not among them.
enum RefundReason: String, CaseIterable {
    case duplicate
    case fraudulent
    case requestedByCustomer = "requested_by_customer"
}
