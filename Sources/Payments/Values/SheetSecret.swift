/// A secret with which an app's SDK shows and changes one customer's saved cards for a while. It is
/// handed on and kept nowhere.
public struct SheetSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret itself, for the answer to its owner.
    public let exposed: String

    public init?(_ text: String) {
        guard (1...500).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E) ~= $0 })
        else { return nil }
        exposed = text
    }

    public var description: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [("exposed", "***")]) }
}

/// By what an SDK proves that it may see a customer's cards.
public enum SheetKeyKind: Hashable, Sendable {
    /// https://docs.stripe.com/api/customer_sessions
    case customerSession
    /// The older way. The key speaks the version of the API that the SDK was made for; `nil`: the
    /// service's own.
    case ephemeralKey(StripeVersion?)
}

/// What an app gets to show a customer's saved cards with.
public struct SheetAccess: Hashable, Sendable {
    public let customer: StripeCustomerID
    public let secret: SheetSecret
    public let kind: SheetKeyKind
    /// Stripe's name of the customer as an account, where customers are accounts.
    public let account: String?

    public init(
        customer: StripeCustomerID,
        secret: SheetSecret,
        kind: SheetKeyKind,
        account: String? = nil
    ) {
        self.customer = customer
        self.secret = secret
        self.kind = kind
        self.account = account
    }
}

/// A version of Stripe's API, as in `2026-05-27.dahlia`. It stands in a header, so it can be
/// nothing else.
public struct StripeVersion: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, date.map(\.utf8.count) == [4, 2, 2],
            date.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }),
            parts.count == 1 || StripeVersion.isName(parts[1])
        else { return nil }
        description = text
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }
    }
}
