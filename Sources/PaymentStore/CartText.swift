import Payments

/// Reads the stored form of a cart, which `Cart.canonical` writes: `length:item*quantity`,
/// comma-separated.
enum CartText {
    /// `nil` where the text is no cart in its canonical form.
    static func cart(_ text: String) -> Cart? {
        var rest = Array(text.utf8)[...]
        var lines: [(item: ItemID, quantity: Int64)] = []
        repeat {
            guard let line = line(&rest) else { return nil }
            lines.append(line)
        } while take(UInt8(ascii: ","), &rest)
        guard rest.isEmpty, let cart = Cart(lines), cart.canonical == text else { return nil }
        return cart
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> (item: ItemID, quantity: Int64)? {
        guard let length = number(&rest), take(UInt8(ascii: ":"), &rest),
            let item = ItemID(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
        else { return nil }
        rest = rest.dropFirst(Int(length))
        guard take(UInt8(ascii: "*"), &rest), let quantity = number(&rest) else { return nil }
        return (item, quantity)
    }

    /// Digits as far as they go; five are enough for the longest name and the largest quantity.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(5).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    private static func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }
}
