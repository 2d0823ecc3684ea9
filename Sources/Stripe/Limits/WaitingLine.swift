/// A line in which places are given up from the middle too.
struct WaitingLine {
    private var tickets: [UInt64] = []
    private var head = 0
    private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]

    var count: Int { waiting.count }

    mutating func add(_ continuation: CheckedContinuation<Bool, Never>, _ ticket: UInt64) {
        tickets.append(ticket)
        waiting[ticket] = continuation
    }

    mutating func popFirst() -> CheckedContinuation<Bool, Never>? {
        while head < tickets.count {
            let ticket = tickets[head]
            head += 1
            if let continuation = remove(ticket) { return continuation }
        }
        return nil
    }

    mutating func remove(_ ticket: UInt64) -> CheckedContinuation<Bool, Never>? {
        defer { compact() }
        return waiting.removeValue(forKey: ticket)
    }

    /// Drops the tickets at the front that nobody holds any more, once they are most of the line.
    private mutating func compact() {
        while head < tickets.count, waiting[tickets[head]] == nil { head += 1 }
        guard head > tickets.count / 2 else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
