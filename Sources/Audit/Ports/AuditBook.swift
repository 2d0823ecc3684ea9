public import Payments

/// Our own book, as the audit reads it: page by page, so that its memory does not grow with what is
/// read. It only reads.
public protocol AuditBook: Sendable {
    /// What is sold, and the moment of the last change of it in microseconds since 1970.
    func catalogue() async throws(StoreFailure) -> (Catalogue, sinceMicroseconds: Int64)

    /// Payments claimed in the window, the oldest first.
    func payments(
        in window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) async throws(StoreFailure) -> [PaymentFacts]

    /// Payments claimed before the window, to which something happened in it or which are still
    /// open, by their ids.
    func latecomers(
        in window: AuditWindow,
        after last: String?,
        atMost count: Int
    ) async throws(StoreFailure) -> [PaymentFacts]

    /// What was touched of the events, steps and guards of these payments.
    func damage(to payments: [String]) async throws(StoreFailure) -> [Damage]

    /// Events in the window whose payments are not there.
    func orphans(in window: AuditWindow) async throws(StoreFailure) -> [Damage]

    /// Looks at the seals of the window, a few at a time.
    func seals(
        in window: AuditWindow,
        after last: Int64?,
        atMost count: Int
    ) async throws(StoreFailure) -> SealPage

    /// Events that should have been sealed by now.
    func unsealed() async throws(StoreFailure) -> Damage?

    func newestSeal() async throws(StoreFailure) -> Seal?

    /// Whether the payment began under a guard that is older than the moment: then it has kept an
    /// older price.
    func mayHaveOlderPrice(
        _ payment: String,
        than microseconds: Int64
    ) async throws(StoreFailure) -> Bool

    /// Payments by intent and by id, those of them that there are.
    func entries(
        ofIntents intents: [String],
        payments: [String]
    ) async throws(StoreFailure) -> BookEntries

    /// Payments with an intent that were claimed in the window, by their moments.
    func entries(
        claimedIn window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookEntry]

    func refunds(of payments: [String]) async throws(StoreFailure) -> [RecordedRefund]
}

/// A place in the payments by their moments.
public struct AuditCursor: Hashable, Sendable {
    public let microseconds: Int64
    public let payment: String

    public init(microseconds: Int64, payment: String) {
        self.microseconds = microseconds
        self.payment = payment
    }
}

public struct BookEntries: Hashable, Sendable {
    public let byIntent: [String: BookEntry]
    public let byPayment: [String: BookEntry]

    public init(byIntent: [String: BookEntry], byPayment: [String: BookEntry]) {
        self.byIntent = byIntent
        self.byPayment = byPayment
    }
}

public struct SealPage: Hashable, Sendable {
    public let damage: [Damage]
    /// `nil`: there are no more.
    public let last: Int64?

    public init(damage: [Damage], last: Int64?) {
        self.damage = damage
        self.last = last
    }
}

/// A closed window with the hash over its events.
public struct Seal: Hashable, Sendable {
    public let number: Int64
    public let window: AuditWindow
    public let events: Int64
    public let hash: [UInt8]

    public init(number: Int64, window: AuditWindow, events: Int64, hash: [UInt8]) {
        self.number = number
        self.window = window
        self.events = events
        self.hash = hash
    }
}
