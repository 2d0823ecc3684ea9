/// A token bucket for each name, full at first, as one moment each: when it will be full again.
/// (The generic cell rate algorithm of ITU-T I.371.)
struct TokenBuckets {
    private let interval: Duration
    private let patience: Duration
    private var fullAt: [[UInt8]: Duration] = [:]

    /// Names that are remembered, some 10 MB. A flood of more empties the table: better to let some
    /// through than to turn everybody away.
    static let mostNames = 65_536

    init(_ limit: RateLimit) {
        interval = limit.period / limit.count
        patience = limit.period - interval
    }

    var nameCount: Int { fullAt.count }

    /// Takes a token.
    ///
    /// - Returns: `nil` where there was one, else how long until there is.
    mutating func take(from name: [UInt8], at now: Duration) -> Duration? {
        let due = max(fullAt[name] ?? now, now)
        guard due - now <= patience else { return due - now - patience }
        if fullAt[name] == nil { makeRoom(now) }
        fullAt[name] = due + interval
        return nil
    }

    private mutating func makeRoom(_ now: Duration) {
        guard fullAt.count >= TokenBuckets.mostNames else { return }
        fullAt = fullAt.filter { $0.value > now }
        if fullAt.count >= TokenBuckets.mostNames { fullAt = [:] }
    }
}
