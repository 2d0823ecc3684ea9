import Synchronization

/// The right of one instance to send, renewed every few seconds. Asked at the wire, from inside a
/// callback of the transport, so it is read without waiting.
final class Lease: Sendable {
    let instance: InstanceID
    /// By the monotonic clock, in nanoseconds. Counted from before the renewal was asked for, and
    /// shorter than the database counts it: whoever takes over waits longer than we dare to send.
    private let liveUntilNanoseconds = Atomic<Int64>(0)

    init(of instance: InstanceID) {
        self.instance = instance
    }

    func extend(until moment: Duration) {
        liveUntilNanoseconds.store(Lease.nanoseconds(moment), ordering: .releasing)
    }

    /// Whether it was ever granted.
    var hasBegun: Bool { liveUntilNanoseconds.load(ordering: .acquiring) > 0 }

    func isLive(at now: Duration) -> Bool {
        Lease.nanoseconds(now) < liveUntilNanoseconds.load(ordering: .acquiring)
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
