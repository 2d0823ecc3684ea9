import Money
import Payments

/// What the shop reads of a refund.
enum RefundTable {
    static func reply(to answer: RefundAnswer) -> Reply {
        switch answer {
        case .standing(let view): reply(to: view)
        case .refused(let refusal): reply(to: refusal)
        }
    }

    private static func reply(to view: RefundView) -> Reply {
        var reply = Reply(status: 200, payment: view.id.payment)
        reply.body.set("refundId", to: view.id.description)
        reply.body.set("paymentId", to: view.id.payment.description)
        reply.body.set("amount", to: view.amount.minorUnits)
        reply.body.set("currency", to: view.amount.currency.code)
        reply.body.set("status", to: word(for: view.state))
        switch view.state {
        case .pending, .succeeded: break
        case .failed:
            reply.body.set("error", to: "This refund failed; no money went back by it.")
            reply.body.set("code", to: view.failure ?? "failed")
        case .requested, .unresolved, .unrecognised:
            reply.body.set("error", to: "This refund is still being checked. Repeat the request.")
            reply.body.set("code", to: AnswerCode.outcomeUnknown.rawValue)
        }
        if view.isReplay { reply.addHeader("Idempotent-Replayed", "true") }
        return reply
    }

    private static func word(for state: RefundState) -> String {
        switch state {
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .requested, .unresolved, .unrecognised: "unknown"
        }
    }

    private static func reply(to refusal: RefundRefusal) -> Reply {
        switch refusal {
        case .notFound: RequestFault.paymentNotFound.reply
        case .notRefundable:
            Reply(
                status: 409,
                code: .paymentNotRefundable,
                sentence: "This payment took no money that could be refunded, or not yet."
            )
        case .alreadyRefunded:
            Reply(
                status: 409,
                code: .alreadyRefunded,
                sentence: "This payment is refunded wholly."
            )
        case .tooMuch(let left): tooMuch(left)
        case .inProgress: inProgress
        case .keyReused:
            Reply(
                status: 422,
                code: .idempotencyKeyReused,
                sentence: "This Idempotency-Key was used for another refund of the payment."
            )
        case .unavailable: RefusalTable.reply(to: .unavailable)
        }
    }

    private static func tooMuch(_ left: Int64) -> Reply {
        var reply = Reply(
            status: 422,
            code: .refundTooLarge,
            sentence: "There is not so much left of this payment to refund."
        )
        reply.body.set("amountRefundable", to: left)
        return reply
    }

    private static var inProgress: Reply {
        var reply = Reply(
            status: 409,
            code: .refundInProgress,
            sentence: "Another refund of this payment is under way."
        )
        reply.addHeader("Retry-After", "1")
        return reply
    }
}
