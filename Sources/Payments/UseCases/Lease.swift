import Synchronization

/// The right of one instance to send, renewed every few seconds. Asked at the wire, from inside a
/// callback of the transport, so it is read without waiting.
///
/// What has lapsed stays lapsed. Work that meets a lapsed lease ends without a word, since somebody
/// else takes it over once the name has lapsed in the database too; a lease that came back would
/// keep that name alive for ever, and nobody would ever do the work.
final class Lease: Sendable {
    let instance: InstanceID
    /// By the monotonic clock, in nanoseconds. Counted from before the renewal was asked for, and
    /// shorter than the database counts it: whoever takes over waits longer than we dare to send.
    private let liveUntilNanoseconds = Atomic<Int64>(0)

    init(of instance: InstanceID) {
        self.instance = instance
    }

    /// Begins it or makes it longer; `false` where it has lapsed before `now`, and then nothing
    /// revives it. An answer that was overtaken by a later one does not make it shorter.
    func extend(until moment: Duration, at now: Duration) -> Bool {
        guard !hasBegun || isLive(at: now) else { return false }
        let known = liveUntilNanoseconds.load(ordering: .acquiring)
        liveUntilNanoseconds.store(max(known, Lease.nanoseconds(moment)), ordering: .releasing)
        return true
    }

    /// Lets it lapse at once.
    func end() {
        liveUntilNanoseconds.store(Lease.ended, ordering: .releasing)
    }

    /// Before every moment, and not the value of a lease that was never granted.
    private static let ended: Int64 = .min

    /// Whether it was ever granted.
    var hasBegun: Bool { liveUntilNanoseconds.load(ordering: .acquiring) != 0 }

    func isLive(at now: Duration) -> Bool {
        Lease.nanoseconds(now) < liveUntilNanoseconds.load(ordering: .acquiring)
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
