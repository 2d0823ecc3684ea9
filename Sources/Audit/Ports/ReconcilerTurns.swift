public import Payments

/// How far our book has been compared with Stripe's, shared by all instances: one at a time has the
/// turn, whichever finds it due.
public protocol ReconcilerTurns: Sendable {
    /// The turn, where it is due and nobody has it; for so long it is this caller's alone. `nil`:
    /// it is somebody else's.
    func takeTurn(hold: Duration) async throws(StoreFailure) -> ReconcilerTurn?

    /// Writes down that everything before this moment was compared, and keeps the turn for so long.
    ///
    /// - Returns: `false` where the turn was lost, and nothing was written.
    func advance(
        _ turn: ReconcilerTurn,
        to microseconds: Int64,
        hold: Duration
    ) async throws(StoreFailure) -> Bool

    /// Gives the turn back; the next one is due after the pause. A turn that was lost changes
    /// nothing.
    func end(_ turn: ReconcilerTurn, pause: Duration) async throws(StoreFailure)

    /// Payments with an intent that were claimed before the window and to which something happened
    /// in it, by their ids.
    func entries(
        changedIn window: AuditWindow,
        after last: String?,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookEntry]
}

/// The right to compare what is new.
public struct ReconcilerTurn: Hashable, Sendable {
    /// Grows with each turn, so that a late one writes nothing.
    public let number: Int64
    /// Everything before it was compared.
    public let comparedUntil: Int64
    /// The database's time when the turn was taken.
    public let nowMicroseconds: Int64

    public init(number: Int64, comparedUntil: Int64, nowMicroseconds: Int64) {
        self.number = number
        self.comparedUntil = comparedUntil
        self.nowMicroseconds = nowMicroseconds
    }
}

/// Puts right what can be put right without a person, by the use cases that everybody goes through.
public protocol Repairing: Sendable {
    /// Takes in what Stripe says of a payment that waits for whoever pays.
    ///
    /// - Returns: whether nothing of it is news any more.
    func takeIn(_ payment: PaymentID) async -> Bool

    /// Cancels an intent that holds no money and that its payment has no use for.
    ///
    /// - Returns: whether it is canceled.
    func cancel(_ intent: PaymentIntentID, of payment: PaymentID) async -> Bool
}
