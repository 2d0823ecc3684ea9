import JSON
import Money
import Payments
import Telemetry

/// What the shop reads of what it has to hand over: the facts that it would be told, and how
/// telling it went.
enum FulfillmentTable {
    static func reply(to page: [OpenFulfillment], hasMore: Bool) -> Reply {
        var reply = Reply(status: 200)
        reply.document = [
            "fulfillments": .array(page.map(element)),
            "hasMore": .bool(hasMore),
        ]
        return reply
    }

    static func reply(toAcknowledging id: FulfillmentID) -> Reply {
        var reply = Reply(status: 200, payment: id.payment)
        reply.body.set("id", to: id.description)
        reply.body.set("acknowledged", to: true)
        return reply
    }

    private static func element(_ open: OpenFulfillment) -> JSONValue {
        let fulfillment = open.fulfillment
        var members = JSONObject()
        members["id"] = .string(fulfillment.id.description)
        members["type"] = .string(fulfillment.id.type)
        members["paymentId"] = .string(fulfillment.id.payment.description)
        members["paymentIntentId"] = fulfillment.intent.map { .string($0.description) }
        members["amount"] = .number(JSONNumber(fulfillment.amount.minorUnits))
        members["currency"] = .string(fulfillment.amount.currency.code)
        members["orderId"] = fulfillment.purchase.order.map { .string($0.description) }
        if case .customer(let reference) = fulfillment.purchase.caller {
            members["customerRef"] = .string(reference.description)
        }
        members["items"] = .array(fulfillment.purchase.cart.lines.map(item))
        let madeAt = UTCTime(since1970: .microseconds(open.unixMicroseconds))
        members["createdAt"] = .string(madeAt.description)
        members["attempts"] = .number(JSONNumber(Int64(open.attempts)))
        members["failure"] = open.failure.map { .string($0) }
        return .object(members)
    }

    private static func item(_ line: Cart.Line) -> JSONValue {
        [
            "id": .string(line.item.description),
            "quantity": .number(JSONNumber(line.quantity)),
        ]
    }
}
