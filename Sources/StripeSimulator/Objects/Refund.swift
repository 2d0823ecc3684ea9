/// Money on its way back to the card.
struct Refund: NumberedObject {
    let id: String
    let number: Int
    let created: Int64
    let charge: String
    let paymentIntent: String
    let paymentMethod: String
    let customer: String?
    let amount: Int64
    let currency: String
    let reason: RefundReason?
    let balanceTransaction: String
    /// What becomes of it later.
    let outcome: RefundOutcome

    var status: RefundStatus
    var metadata = Metadata()
}
