/// A charge that the customer's bank asks back.
struct Dispute: NumberedObject {
    /// The shop's balance changes by it.
    struct Movement {
        let id: String
        /// Negative: taken away.
        let amount: Int64
        let fee: Int64
        let created: Int64
    }

    let id: String
    let number: Int
    let created: Int64
    let charge: String
    let paymentIntent: String
    let amount: Int64
    let currency: String
    let reason: DisputeReason
    let isInquiry: Bool
    let isLive: Bool

    var status: DisputeStatus
    var movements: [Movement] = []
    /// What the shop says, where it says so in a word of its own.
    var explanation: String?
    var submissions: Int64 = 0
    var metadata = Metadata()

    /// When the shop has to have answered: Stripe gives nine days for most cards.
    var dueBy: Int64 { created + 9 * 86_400 }
}

/// Where a dispute stands. https://docs.stripe.com/api/disputes/object#dispute_object-status
enum DisputeStatus: String {
    case warningNeedsResponse = "warning_needs_response"
    case warningClosed = "warning_closed"
    case needsResponse = "needs_response"
    case won
    case lost

    /// Whether the bank has decided.
    var isFinal: Bool {
        switch self {
        case .warningClosed, .won, .lost: true
        case .warningNeedsResponse, .needsResponse: false
        }
    }
}
