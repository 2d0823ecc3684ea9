/// Those who wait for a token, in three lines, each in the order of arrival.
struct TurnQueue {
    /// Whose turn is first.
    enum Line: Int, CaseIterable, Sendable {
        /// A step of a payment that exists.
        case step
        /// A look at one.
        case read
        /// A look at a card, before there is a payment.
        case newcomer
    }

    private var lines = [[UInt64]](repeating: [], count: Line.allCases.count)
    private var heads = [Int](repeating: 0, count: Line.allCases.count)
    private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    private var nextTicket: UInt64 = 1

    var count: Int { waiting.count }
    var isEmpty: Bool { waiting.isEmpty }

    /// - Returns: the ticket with which the place is given up.
    mutating func add(_ continuation: CheckedContinuation<Bool, Never>, to line: Line) -> UInt64 {
        let ticket = nextTicket
        nextTicket += 1
        waiting[ticket] = continuation
        lines[line.rawValue].append(ticket)
        return ticket
    }

    mutating func popFirst() -> CheckedContinuation<Bool, Never>? {
        for line in lines.indices {
            while heads[line] < lines[line].count {
                let ticket = lines[line][heads[line]]
                heads[line] += 1
                if let continuation = waiting.removeValue(forKey: ticket) {
                    compact(line)
                    return continuation
                }
            }
            lines[line].removeAll(keepingCapacity: true)
            heads[line] = 0
        }
        return nil
    }

    /// Drops the tickets that were called, once they are most of the line.
    private mutating func compact(_ line: Int) {
        guard heads[line] > lines[line].count / 2 else { return }
        lines[line].removeFirst(heads[line])
        heads[line] = 0
    }

    /// `nil` where its turn has come already.
    mutating func remove(_ ticket: UInt64) -> CheckedContinuation<Bool, Never>? {
        waiting.removeValue(forKey: ticket)
    }
}
