import HTTPServer
import Money
import Payments

@testable import API
@testable import PaymentStore

/// A body is refused with a sentence, or is a call whose every part is within its bounds.
enum PayBodyProperties {
    static func check(_ bytes: [UInt8]) {
        let request = HTTPRequest(
            method: .post,
            path: "/pay",
            headers: [
                "content-type": "application/json", "idempotency-key": "fuzz-0123456789abcd",
            ],
            body: bytes
        )
        do throws(RequestFault) {
            let guest = Credentials(request.headers, .success(.guest))
            let call = try PaymentCall(request, guest, defaults: defaults, origin: "")
            switch call.asked {
            case .first(let first): check(first.cart)
            case .second(let second): second.cart.map(check)
            }
        } catch {
            let reply = error.reply
            precondition((400..<500).contains(reply.status), "a bad body is the sender's fault")
            precondition(!reply.body.encoded.isEmpty, "an answer without a body")
        }
    }

    static func check(_ cart: Cart) {
        precondition((1...Cart.mostLines).contains(cart.lines.count), "too many lines")
        precondition(
            cart.lines.allSatisfy { (1...Cart.mostPieces).contains($0.quantity) },
            "a quantity out of bounds"
        )
        precondition(CartText.cart(cart.canonical) == cart, "a cart that cannot be read back")
    }

    private static let defaults: PurchaseDefaults = {
        guard let item = ItemID("photo_subscription"), let cart = Cart([(item, 1)]) else {
            preconditionFailure("the default cart")
        }
        return PurchaseDefaults(cart: cart, currency: .usd)
    }()
}
