/// Timers by deadline: a binary heap. A canceled timer stays in it as an empty shell until it is
/// due or until shells are the majority, so that canceling costs nothing.
struct TimerHeap {
    private var heap: [LoopTimer] = []
    /// The size at which shells are cleared next: twice what was alive last time, so that the work
    /// is paid for by as many insertions.
    private var sweepSize = 1024

    var isEmpty: Bool { heap.isEmpty }

    var firstDeadline: Duration? { heap.first?.deadline }

    mutating func insert(_ timer: LoopTimer) {
        if heap.count >= sweepSize { sweep() }
        heap.append(timer)
        siftUp(from: heap.count - 1)
    }

    mutating func popFirst(dueBy now: Duration) -> LoopTimer? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(from: 0)
        }
        return first
    }

    private mutating func sweep() {
        heap.removeAll { !$0.isPending }
        heap.sort { $0.deadline < $1.deadline }
        sweepSize = max(1024, heap.count * 2)
    }

    private mutating func siftUp(from index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].deadline < heap[parent].deadline else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from index: Int) {
        var parent = index
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].deadline < heap[least].deadline {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
