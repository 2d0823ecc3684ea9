/// Something that at most one open attempt may hold: the row that decides every race.
public struct Guard: Hashable, Sendable, Comparable {
    public enum Kind: String, Sendable, CaseIterable {
        /// The caller's idempotency key, hashed together with the caller.
        case key
        /// The shop's order.
        case order
        /// An unsaved payment method, which Stripe lets be used once.
        case method
        /// The token of a security code that was collected again, hashed; it is used once too.
        case cvc
        /// A card, a cart and a currency of one customer or of guests.
        case card
    }

    public let kind: Kind
    /// What is guarded: a digest for `key`, `cvc` and `card`, the plain name for the others.
    public let key: String

    public init(kind: Kind, key: String) {
        self.kind = kind
        self.key = key
    }

    /// The order in which rows are locked, the same everywhere, so that no two groups deadlock.
    public static func < (left: Guard, right: Guard) -> Bool {
        left.kind == right.kind
            ? left.key < right.key : left.kind.rawValue < right.kind.rawValue
    }
}

extension IdempotencyKey {
    /// What is stored in its place; `scope` separates the keys of one caller from those of others.
    func stored(in scope: String, _ hash: Hash) -> String {
        Hexadecimal.text(of: hash(Array("\(scope)\n\(text)".utf8)))
    }

    /// What may stand in the database for a key of which only its bearer is known: it was sent by
    /// the caller, or by the shop.
    public func storedForms(of caller: Caller, _ hash: Hash) -> [String] {
        [caller.scope, PayRequest.shopScope].map { stored(in: $0, hash) }
    }
}

/// A guard and the attempt that holds it.
public struct GuardHolder: Hashable, Sendable {
    public let holds: Guard
    /// What was asked when the guard was first taken.
    public let fingerprint: Fingerprint
    /// How many attempts began under this guard as their first one.
    public let attempts: Int
    public let payment: Payment

    public init(holds: Guard, fingerprint: Fingerprint, attempts: Int, payment: Payment) {
        self.holds = holds
        self.fingerprint = fingerprint
        self.attempts = attempts
        self.payment = payment
    }
}
