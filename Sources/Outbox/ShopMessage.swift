import JSON
import Money
import Payments

/// What the shop reads: the outcome and the facts of the payment, in the same bytes each time.
enum ShopMessage {
    static func body(of fulfillment: Fulfillment) -> [UInt8] {
        let purchase = fulfillment.purchase
        var members = JSONObject()
        members["id"] = .string(fulfillment.id.description)
        members["type"] = .string(fulfillment.id.type)
        members["paymentId"] = .string(fulfillment.id.payment.description)
        members["paymentIntentId"] = fulfillment.intent.map { .string($0.description) }
        members["amount"] = .number(JSONNumber(fulfillment.amount.minorUnits))
        members["currency"] = .string(fulfillment.amount.currency.code)
        members["orderId"] = purchase.order.map { .string($0.description) }
        if case .customer(let reference) = purchase.caller {
            members["customerRef"] = .string(reference.description)
        }
        members["items"] = .array(purchase.cart.lines.map(item))
        return JSONValue.object(members).encoded()
    }

    private static func item(_ line: Cart.Line) -> JSONValue {
        [
            "id": .string(line.item.description),
            "quantity": .number(JSONNumber(line.quantity)),
        ]
    }
}
