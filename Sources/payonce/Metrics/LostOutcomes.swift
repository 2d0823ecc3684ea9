import Payments
import Synchronization

/// The payments whose outcome got lost on its way to this instance or to the one before it, until
/// it is known. The repository sees all that is needed for that, so the payments need not tell.
final class LostOutcomes: Sendable {
    private let payments = Mutex<Set<PaymentID>>([])
    /// Beyond this nothing more is remembered: it is for a count, not for a payment.
    private static let most = 10_000

    /// It was taken over, or a call was not answered.
    func lost(_ id: PaymentID) {
        payments.withLock { if $0.count < LostOutcomes.most { $0.insert(id) } }
    }

    /// Nobody here looks after it any more.
    func forget(_ id: PaymentID) {
        payments.withLock { _ = $0.remove(id) }
    }

    /// A change was written; by what means an outcome that was lost became known with it.
    func written(_ change: PaymentChange) -> PaymentMetrics.Means? {
        let id = change.payment.id
        guard change.state.isOutcomeKnown else {
            if change.state == .unresolved || change.event == PaymentEvent.silence.word {
                lost(id)
            }
            return nil
        }
        guard payments.withLock({ $0.remove(id) }) != nil else { return nil }
        if change.receipt != nil { return .replay }
        return change.payment.intent == nil ? .list : .retrieve
    }
}

extension PaymentState {
    /// Whether nothing of ours is with Stripe of which we do not know what came of it.
    var isOutcomeKnown: Bool {
        switch self {
        case .creating, .confirming, .capturing, .canceling, .unresolved, .unrecognised: false
        case .requiresAction, .authorized, .processing, .open, .requiresCustomer, .quarantined,
            .succeeded, .declined, .expired, .canceled:
            true
        }
    }
}
