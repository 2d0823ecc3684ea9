/// Timers in the order of their moments, and of equal ones in the order in which they were set.
struct SimulatedTimers {
    struct Timer {
        let at: Duration
        let body: @Sendable () -> Void
    }

    private struct Entry {
        let timer: Timer
        let number: Int

        func isBefore(_ other: Entry) -> Bool {
            timer.at == other.timer.at ? number < other.number : timer.at < other.timer.at
        }
    }

    /// A binary heap.
    private var heap: [Entry] = []
    private var count = 0

    mutating func add(_ timer: Timer) {
        heap.append(Entry(timer: timer, number: count))
        count += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Timer? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.timer }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            if least == parent { return first.timer }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
