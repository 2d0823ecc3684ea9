/// What came of a purchase, as its customer saw it.
struct PurchaseRecord: Sendable {
    let purchase: Purchase
    /// The request that is repeated in the end.
    let last: PayCall
    let told: [Answer]
    /// Requests that got none.
    let unanswered: Int
    /// The customer asked for minutes and was never told anything final. No violation under fire:
    /// to list all of Stripe's latest intents can take longer than any service lived. What counts
    /// is the calm.
    let isGivenUp: Bool
}
