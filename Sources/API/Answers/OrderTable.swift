import Money
import Payments

/// What the shop reads of its orders.
enum OrderTable {
    static func reply(to answer: OrderAnswer) -> Reply {
        switch answer {
        case .fixed(let order, let attempt): reply(to: order, attempt)
        case .refused(let refusal): reply(to: refusal)
        }
    }

    /// `status` is that of the newest attempt, and absent where nobody has tried yet.
    private static func reply(to order: FixedOrder, _ attempt: PaymentView?) -> Reply {
        var reply = Reply(status: 200, payment: attempt?.payment)
        reply.body.set("orderId", to: order.id.description)
        reply.body.set("amount", to: order.amount.minorUnits)
        reply.body.set("currency", to: order.amount.currency.code)
        reply.body.set("customerRef", to: order.customer?.description)
        reply.body.set("description", to: order.description)
        reply.body.set("paymentId", to: attempt?.payment.description)
        reply.body.set("status", to: attempt.map { OutcomeTable.word(for: $0.standing) })
        return reply
    }

    private static func reply(to refusal: OrderRefusal) -> Reply {
        switch refusal {
        case .pricing(let why): RefusalTable.reply(to: .pricing(why))
        case .fixedOtherwise:
            Reply(
                status: 409,
                code: .orderFixed,
                sentence: "This order is fixed with another content. Take a new orderId."
            )
        case .inUse:
            Reply(
                status: 409,
                code: .orderInUse,
                sentence: "Somebody has begun to pay this order. Take a new orderId."
            )
        case .notFound: RefusalTable.reply(to: .orderNotFound)
        case .unavailable: RefusalTable.reply(to: .unavailable)
        }
    }
}
