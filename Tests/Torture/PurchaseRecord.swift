import TestKit

/// What came of a purchase, as its customer saw it.
struct PurchaseRecord: Sendable {
    let purchase: Purchase
    /// The request that is repeated in the end.
    let last: HttpCall
    let told: [Answer]
    /// Requests that got none.
    let unanswered: Int
    /// The customer asked for minutes and was never told anything final. No violation under fire:
    /// to list all of Stripe's latest intents can take longer than any service lived. What counts
    /// is the calm.
    let isGivenUp: Bool
    /// What the shop gave back of it.
    var refunds: [Refund] = []
    /// What the customer made of the saved card afterwards.
    var wallet = WalletRecord()
    /// What was wrong with answers that are about no payment.
    var violations: [String] = []
}

/// What a customer was told of the saved cards.
struct WalletRecord: Sendable {
    enum Removal: String, Sendable { case notWanted, wanted, told }

    /// Each list that was shown, as ids.
    var lists: [[String]] = []
    var removal = Removal.notWanted
}
