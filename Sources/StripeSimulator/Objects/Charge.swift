import JSON

/// One try to take the money, good or not.
struct Charge: NumberedObject {
    enum Outcome: Hashable {
        case approved
        case declined(Decline)
        case blocked(Decline)
    }

    let id: String
    let number: Int
    let created: Int64
    let paymentIntent: String
    let paymentMethod: String
    let amount: Int64
    let currency: String
    let customer: String?
    let description: String?
    let metadata: Metadata
    let outcome: Outcome
    let card: TestCard
    let fingerprint: String
    let expiryMonth: Int64
    let expiryYear: Int64
    let billing: BillingDetails
    let threeDSecure: ThreeDSecureResult?
    let balanceTransaction: String
    let isLive: Bool

    var cvcCheck: String?
    var capturedAmount: Int64 = 0
    var isCaptured = false
    /// Where in the book the money is, once it moved.
    var bookPlace: Int?
    var refundedAmount: Int64 = 0
    /// The dispute about it.
    var dispute: String?
    /// When an authorization ends by itself.
    var captureBefore: Int64?
    /// When the balance transaction can be seen. With `automatic_async` that is later.
    var settlesAt: Int64?
    var receiptEmail: String?
    var shipping: JSONValue?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?

    var isPaid: Bool { outcome == .approved }
    /// What was captured and did not go back yet.
    var refundableAmount: Int64 { isCaptured ? amount - refundedAmount : 0 }
}
