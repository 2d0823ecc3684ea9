import Money
public import Payments

/// What the simulated shop sells, and the hash that its payments are named by.
public enum Shop {
    public static let photo = known(ItemID("photo_subscription"))
    public static let book = known(ItemID("book"))
    /// Tells the purchases of a world apart by what they cost.
    public static let piece = known(ItemID("piece"))
    public static let photoCart = known(Cart([(photo, 1)]))
    public static let bookCart = known(Cart([(book, 2)]))

    public static let catalogue: Catalogue = {
        var catalogue = Catalogue()
        catalogue.set(1400, for: photo, in: .usd)
        catalogue.set(1400, for: photo, in: .eur)
        catalogue.set(2000, for: book, in: .usd)
        catalogue.set(1, for: piece, in: .usd)
        return catalogue
    }()

    /// What this shopper wants: one of two things, and so many pieces.
    static func cart(of number: Int) -> Cart {
        let things = number.isMultiple(of: 3) ? (book, Int64(2)) : (photo, 1)
        return known(Cart(number == 0 ? [things] : [things, (piece, Int64(number))]))
    }

    /// What the catalogue says to it.
    static func price(of number: Int) -> Amount {
        do throws(PricingRefusal) {
            return try catalogue.price(cart(of: number), in: .usd)
        } catch {
            preconditionFailure("the shop sells no such cart: \(error)")
        }
    }

    /// Not SHA-256: 128 bits of two FNV-1a runs, which is enough where nobody wants two texts to
    /// meet.
    public static let hash: Hash = { bytes in
        var digest: [UInt8] = []
        digest.reserveCapacity(16)
        for basis: UInt64 in [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142] {
            var mixed = basis
            for byte in bytes { mixed = (mixed ^ UInt64(byte)) &* 0x0100_0000_01B3 }
            for place in 0..<8 { digest.append(UInt8(truncatingIfNeeded: mixed >> (8 * place))) }
        }
        return digest
    }

    /// A name that is written down here or made by counting, and so is one.
    static func known<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("a name of the shop is none") }
        return value
    }
}
