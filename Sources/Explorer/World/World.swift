/// The whole world of the model: database, Stripe, instances, and what may still go wrong.
struct World {
    var rows = InlineArray<2, Row>(repeating: Row())
    /// The holders of: key 1, key 2, order, card, method 1, method 2.
    var guards = InlineArray<6, UInt8>(repeating: Holder.none)
    var intents = InlineArray<2, Intent>(repeating: Intent())
    var flight = Flight()
    /// Two that serve clients, and one that recovers.
    var workers = InlineArray<3, Worker>(repeating: Worker())
    var faults = Faults()

    static let recoverer = 2

    enum GuardPlace {
        static let key = 0
        static let order = 2
        static let card = 3
        static let method = 4
    }
}

/// What may still go wrong.
public struct Faults: Hashable, Sendable {
    /// Instances that are killed.
    public var crashes: UInt8
    /// Instances that stand still until their lease has lapsed, and then go on.
    public var pauses: UInt8
    /// Posts whose answer, or which themselves, are lost, refused, or kept as failed.
    public var lostAnswers: UInt8
    /// Posts that are executed, if at all, after the sender has given up.
    public var lateSends: UInt8
    /// Intents that are not about what was asked.
    public var oddAnswers: UInt8

    public init(
        crashes: UInt8 = 0,
        pauses: UInt8 = 0,
        lostAnswers: UInt8 = 0,
        lateSends: UInt8 = 0,
        oddAnswers: UInt8 = 0
    ) {
        self.crashes = crashes
        self.pauses = pauses
        self.lostAnswers = lostAnswers
        self.lateSends = lateSends
        self.oddAnswers = oddAnswers
    }
}

extension Faults: CustomStringConvertible {
    public var description: String {
        let counts = [
            (crashes, "crashes"), (pauses, "pauses"), (lostAnswers, "lost answers"),
            (lateSends, "late sends"), (oddAnswers, "odd answers"),
        ]
        let some = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return some.isEmpty ? "no faults" : some.joined(separator: " + ")
    }
}
