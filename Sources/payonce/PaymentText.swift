import Money
import PaymentStore
import Payments
import Telemetry

/// Payments as lines of a terminal.
enum PaymentText {
    /// One line: id, state, amount, order, intent.
    static func line(_ payment: Payment) -> String {
        let order = payment.purchase.order.map { " order \($0)" } ?? ""
        let intent = payment.intent.map { " \($0)" } ?? ""
        let closing = payment.closing.map { " (\($0.code))" } ?? ""
        let back = payment.refunded == 0 ? "" : ", \(payment.refunded) refunded"
        return "\(payment.id) \(payment.state.word)\(closing) \(payment.taken)\(back)"
            + "\(order)\(intent)"
    }

    /// As one who resolves it sees it.
    static func line(_ view: ResolveView) -> String {
        let intent = view.intent.map { " \($0)" } ?? ""
        let closing = view.closing.map { " (\($0.code))" } ?? ""
        let back = view.refunded == 0 ? "" : ", \(view.refunded) refunded"
        return "\(view.payment) \(view.state.word)\(closing) \(view.amount)\(back)\(intent)"
    }

    /// The payment with all that is written down about it.
    static func whole(_ payment: Payment, _ timeline: Timeline) -> String {
        let steps = timeline.steps.map { step in
            "\(time(step.unixMicroseconds))  asked of Stripe: \(step.name) \(step.number) "
                + "(POST \(step.path), version \(step.apiVersion))"
        }
        let events = timeline.events.map { event in
            "\(time(event.unixMicroseconds))  \(event.number). \(event.word) → \(event.state.word)"
                + receipt(event) + " by \(event.instance)"
                + (event.detail.map { ": \($0)" } ?? "")
        }
        // A step is made durable together with the event that leads to it.
        return ([line(payment)] + (steps + events).sorted()).joined(separator: "\n")
    }

    private static func receipt(_ event: TimelineEvent) -> String {
        guard let receipt = event.receipt else { return "" }
        let id = receipt.requestID.map { " \($0)" } ?? ""
        let replay = receipt.isReplay ? ", replayed" : ""
        return " [\(event.answered ?? ""): \(receipt.status)\(id)\(replay)]"
    }

    private static func time(_ unixMicroseconds: Int64) -> String {
        UTCTime(since1970: .microseconds(unixMicroseconds)).description
    }
}
