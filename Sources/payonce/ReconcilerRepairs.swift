import Audit
import EventLoop
import Payments

/// Puts right what the reconciler finds, by the use cases that customers and people go through.
struct ReconcilerRepairs: Repairing {
    let payments: PaymentService
    let patience: Duration

    func takeIn(_ payment: PaymentID) async -> Bool {
        await payments.takeIn(payment, until: Loop.now + patience)
    }

    func cancel(_ intent: PaymentIntentID, of payment: PaymentID) async -> Bool {
        guard let who = Operator("reconciler"),
            let reason = ResolveReason("an intent that holds no money and that nobody needs")
        else { preconditionFailure("both are one line") }
        let request = ResolveRequest(
            payment: payment,
            action: .close,
            reason: reason,
            who: who,
            intent: intent
        )
        switch await payments.resolve(request, until: Loop.now + patience) {
        case .resolved: return true
        case .underWay, .refused: return false
        }
    }
}
