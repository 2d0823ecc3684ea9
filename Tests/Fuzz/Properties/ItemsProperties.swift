import JSON

@testable import API

/// `items` in any shape is refused, or is a cart.
enum ItemsProperties {
    static func check(_ bytes: [UInt8]) {
        guard let value = JSONProperties.parsed(bytes, .request) else { return }
        do throws(RequestFault) {
            PayBodyProperties.check(try ItemsField.cart(of: value))
        } catch {
            precondition(error.reply.status == 400, "bad items are a bad request")
        }
    }
}
