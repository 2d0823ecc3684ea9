/// The shop's name of a thing that can be bought; `-` and `_` are the same in it, because the web
/// and the app samples spell one item in both ways.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The canonical spelling, with `_`.
    public let description: String

    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        description = String(decoding: text.utf8.map { $0 == 0x2D ? 0x5F : $0 }, as: UTF8.self)
    }

    public static func < (left: ItemID, right: ItemID) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

/// What is bought: items and quantities, in canonical order, each item once.
public struct Cart: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        public let item: ItemID
        public let quantity: Int64
    }

    public let lines: [Line]

    /// Bounds of the contract: more lines or pieces are a mistake or an attack, and no shop's cart.
    public static let mostLines = 100
    public static let mostPieces: Int64 = 10_000

    /// Adds up the lines of one item; `nil` where a quantity, or the sum of one item's, is not
    /// within 1 and 10,000, or where there are no lines or more than 100.
    public init?(_ lines: [(item: ItemID, quantity: Int64)]) {
        guard (1...Cart.mostLines).contains(lines.count) else { return nil }
        var pieces: [ItemID: Int64] = [:]
        for line in lines {
            guard (1...Cart.mostPieces).contains(line.quantity) else { return nil }
            pieces[line.item, default: 0] += line.quantity
        }
        guard pieces.values.allSatisfy({ $0 <= Cart.mostPieces }) else { return nil }
        self.lines = pieces.map { Line(item: $0.key, quantity: $0.value) }
            .sorted { $0.item < $1.item }
    }

    /// The form that is stored and hashed: `item*quantity`, comma-separated. An item's name may
    /// hold `,` or `*`, so its length stands before it.
    public var canonical: String {
        lines.map { "\($0.item.description.utf8.count):\($0.item)*\($0.quantity)" }
            .joined(separator: ",")
    }
}
