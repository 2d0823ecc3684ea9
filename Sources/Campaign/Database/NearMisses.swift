/// What would have been a second charge or a lost payment, had a guard not been there.
public struct NearMisses: Hashable, Sendable {
    /// Claims that met a guard in other hands.
    public var claimsHeld = 0
    /// Writes that came too late: somebody else was further.
    public var fenceLosses = 0
    /// Attempts that passed to another owner.
    public var takeovers = 0
    /// Intents whose making was never answered, and that were found by reading.
    public var adoptions = 0
    /// Requests that Stripe knew already by their key.
    public var replays = 0
    /// Requests that were not sent since the lease had run out.
    public var sendsRefused = 0

    public init() {}

    public mutating func join(_ other: NearMisses) {
        claimsHeld += other.claimsHeld
        fenceLosses += other.fenceLosses
        takeovers += other.takeovers
        adoptions += other.adoptions
        replays += other.replays
        sendsRefused += other.sendsRefused
    }

    /// By their names, for a report.
    public var byKind: [(kind: String, count: Int)] {
        [
            ("replays", replays), ("claims held", claimsHeld), ("fence losses", fenceLosses),
            ("takeovers", takeovers), ("adoptions", adoptions), ("sends refused", sendsRefused),
        ]
    }
}
