import JSON
import Money
import Payments

// The fields that say what is bought.

extension BodyFields {
    /// What is bought, in any of the five forms in which clients send it; `nil` where it is absent.
    func cart() throws(RequestFault) -> Cart? {
        guard let value = try value(of: .items) else { return nil }
        return try ItemsField.cart(of: value)
    }

    func currency() throws(RequestFault) -> Currency? {
        guard let code = try text(of: .currency) else { return nil }
        guard let currency = Currency(code) else {
            throw .malformed("currency must be the ISO code of a currency, such as \"usd\".")
        }
        return currency
    }

    func order() throws(RequestFault) -> OrderID? {
        guard let text = try text(of: .orderID) else { return nil }
        guard let order = OrderID(text) else {
            throw .malformed("orderId must be 1 to 64 of A-Z a-z 0-9 . _ : -")
        }
        return order
    }
}
