import Synchronization

/// A number that threads may change at once. A class, because arrays do not hold atomics.
final class AtomicCount: Sendable {
    private let atomic = Atomic<Int64>(0)

    var value: Int64 { atomic.load(ordering: .relaxed) }
    func add(_ amount: Int64) { atomic.wrappingAdd(amount, ordering: .relaxed) }
    func set(_ value: Int64) { atomic.store(value, ordering: .relaxed) }
}
