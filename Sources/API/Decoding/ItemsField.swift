import JSON
import Payments

/// What is bought, as the clients in the wild write it: Android and the web send an array of
/// objects, the guide's iOS app one object, React Native and Flutter an array of strings.
enum ItemsField {
    static func cart(of value: JSONValue) throws(RequestFault) -> Cart {
        var lines: [(item: ItemID, quantity: Int64)] = []
        if let elements = value.array {
            guard (1...Cart.mostLines).contains(elements.count) else {
                throw .malformed("items must have 1 to \(Cart.mostLines) lines.")
            }
            for (index, element) in elements.enumerated() {
                lines.append(try line(of: element, called: "items[\(index)]"))
            }
        } else {
            lines.append(try line(of: value, called: "items"))
        }
        guard let cart = Cart(lines) else {
            throw .malformed("items has more than \(Cart.mostPieces) pieces of one item.")
        }
        return cart
    }

    private static func line(
        of value: JSONValue,
        called name: String
    ) throws(RequestFault) -> (item: ItemID, quantity: Int64) {
        switch value {
        case .string(let text): return (try item(text, called: name), 1)
        case .object(let object):
            guard let text = object["id"]?.string else {
                throw .malformed("\(name).id must be a string.")
            }
            let item = try item(text, called: "\(name).id")
            return (item, try quantity(object["quantity"], called: "\(name).quantity"))
        case .null, .bool, .number, .array:
            throw .malformed("\(name) must be the id of an item or an object with an id.")
        }
    }

    private static func item(_ text: String, called name: String) throws(RequestFault) -> ItemID {
        guard let item = ItemID(text) else {
            throw .malformed("\(name) must be 1 to 64 visible ASCII characters.")
        }
        return item
    }

    /// Written as a JSON integer: whoever means a whole number does not write `1.0` or `"2"`.
    private static func quantity(
        _ value: JSONValue?,
        called name: String
    ) throws(RequestFault) -> Int64 {
        guard let value, !value.isNull else { return 1 }
        guard let pieces = value.int64, (1...Cart.mostPieces).contains(pieces) else {
            throw .malformed("\(name) must be a whole number from 1 to \(Cart.mostPieces).")
        }
        return pieces
    }
}
