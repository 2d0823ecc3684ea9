// The names of things. Each can only be made from text that is one, so that a name which has been
// accepted can stand in a path, a form or a statement without being looked at again.

/// Our name of one attempt to pay: `pay_` and 32 hexadecimal digits, derived from what is attempted
/// (see `AttemptIdentity`), so that a database that forgot the attempt leads back to the same one.
public struct PaymentID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let digits = text.utf8.dropFirst(4)
        guard text.hasPrefix("pay_"), digits.count == 32,
            digits.allSatisfy({ Hexadecimal.digits.contains($0) })
        else { return nil }
        description = text
    }

    /// The first 16 bytes of `digest`, which has at least as many.
    init(digest: [UInt8]) {
        description = "pay_" + Hexadecimal.text(of: digest.prefix(16))
    }
}

/// Stripe's name of a PaymentIntent.
public struct PaymentIntentID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "pi_") else { return nil }
        description = text
    }
}

/// Stripe's name of a PaymentMethod.
public struct PaymentMethodID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "pm_") else { return nil }
        description = text
    }

    /// One of Stripe's test names, `pm_card_visa` and the like: each use is a new card object, so
    /// the name says nothing about which card it is.
    public var isTestName: Bool { description.hasPrefix("pm_card_") }
}

/// Stripe's name of a Customer.
public struct StripeCustomerID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "cus_") else { return nil }
        description = text
    }
}

/// Stripe's name of a Refund.
public struct StripeRefundID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "re_") else { return nil }
        description = text
    }
}

/// Stripe's name of a Dispute; old ones begin with `dp_`.
public struct DisputeID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "du_") || isStripeID(text, prefix: "dp_") else {
            return nil
        }
        description = text
    }
}

/// Stripe's name of an Event.
public struct StripeEventID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: "evt_") else { return nil }
        description = text
    }
}

/// The secret with which an app may show the challenge of one PaymentIntent. Never logged.
public struct ClientSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret itself, for the answer to its owner.
    public let exposed: String

    public init?(_ text: String) {
        guard (1...500).contains(text.utf8.count), text.utf8.allSatisfy(isVisible) else {
            return nil
        }
        exposed = text
    }

    /// Takes the same time wherever two secrets differ, so that a wrong one cannot be improved byte
    /// by byte.
    public static func == (left: ClientSecret, right: ClientSecret) -> Bool {
        let pairs = zip(left.exposed.utf8, right.exposed.utf8)
        let difference = pairs.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return left.exposed.utf8.count == right.exposed.utf8.count && difference == 0
    }

    public var description: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [("exposed", "***")]) }
}

/// The shop's own name of an order: 1 to 64 of `A-Z a-z 0-9 . _ : -`.
public struct OrderID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(OrderID.allows) else {
            return nil
        }
        description = text
    }

    private static func allows(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte)
            || [
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
                UInt8(ascii: "-"),
            ].contains(byte)
    }
}

/// The shop's own name of a customer, from the `sub` of a customer token: 1 to 255 characters.
public struct CustomerReference: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard (1...255).contains(text.unicodeScalars.count), !text.utf8.contains(0) else {
            return nil
        }
        description = text
    }
}

/// The caller's idempotency key: 1 to 255 visible ASCII characters; `"k"` and `k` are one key.
public struct IdempotencyKey: Hashable, Sendable {
    public let text: String

    /// A guest's key is all that separates guests, so it has to be too long to be met by chance.
    public static let shortestForGuests = 16

    public init?(_ header: String) {
        var text = header[...]
        if text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = text.dropFirst().dropLast()
        }
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy(isVisible) else {
            return nil
        }
        self.text = String(text)
    }
}

/// Stripe's names: the prefix, then 1 to 250 letters, digits and underscores.
func isStripeID(_ text: String, prefix: String) -> Bool {
    let rest = text.utf8.dropFirst(prefix.utf8.count)
    return text.hasPrefix(prefix) && (1...250).contains(rest.count)
        && rest.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        return true
    case _: return false
    }
}

private func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
