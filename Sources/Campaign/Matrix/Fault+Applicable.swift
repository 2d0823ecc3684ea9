// Which faults a boundary can have.

extension Fault {
    /// Twice a lease.
    private static let stop: Duration = .seconds(20)
    /// After it Stripe has forgotten every key.
    private static let day: Duration = .seconds(25 * 3600)
    /// Longer than any call to Stripe is waited for.
    private static let tooLong: Duration = .seconds(80)
    /// As late as a request may still be executed.
    private static let veryLate: Duration = .seconds(290)

    private static let anywhere: [Fault] = [
        .crashBefore, .crashAfter, .stopBefore(stop), .stopAfter(stop), .unavailable,
        .lostWithEffect, .lostWithoutEffect,
    ]

    private static let atDatabase: [Fault] = [
        .slow(.seconds(12)), .outage(.seconds(15)), .rejected,
    ]

    private static let atRead: [Fault] = [
        .slow(tooLong), .missing, .otherAmount, .unknownWord,
    ]

    private static let atPost: [Fault] = [
        .slow(.seconds(15)), .slow(tooLong), .busy, .refused, .keptFailure(withEffect: true),
        .keptFailure(withEffect: false), .executedSlowly(.seconds(15)), .executedSlowly(tooLong),
        .late(tooLong), .late(veryLate), .duplicated(.zero), .duplicated(veryLate),
        .otherAmount, .unknownWord, .saysReplayed,
    ]

    /// Everything that can go wrong at a boundary. A day's sleep is for a lonely instance: where
    /// there are more, the others have long resolved what it slept over. And who is known by the
    /// card alone and comes back after a day makes another purchase.
    static func applicable(
        at boundary: Boundary,
        of flow: Flow,
        in fleet: Fleet
    ) -> [Fault] {
        let maySleep = fleet.instances == 1 && flow.naming != .card
        let sleeps: [Fault] = maySleep ? [.stopBefore(day), .stopAfter(day)] : []
        switch boundary.port {
        case .database: return anywhere + atDatabase + sleeps
        case .shop: return anywhere + [.slow(.seconds(5)), .slow(tooLong)] + sleeps
        case .stripe where boundary.name.hasPrefix("post"): return anywhere + atPost + sleeps
        case .stripe: return anywhere + atRead + sleeps
        }
    }
}
