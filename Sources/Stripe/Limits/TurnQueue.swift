/// Those who wait for a token: a line for each kind of call, each in the order of arrival.
struct TurnQueue {
    private var lines = CallLine.allCases.map { _ in WaitingLine() }
    private var nextTicket: UInt64 = 1

    var count: Int { lines.reduce(0) { $0 + $1.count } }

    func count(in line: CallLine) -> Int { lines[line.rawValue].count }

    /// Whether a call of that line would not overtake anybody.
    func isFree(for line: CallLine) -> Bool {
        lines[...line.rawValue].allSatisfy { $0.count == 0 }
    }

    /// - Returns: the ticket with which the place is given up.
    mutating func add(_ continuation: CheckedContinuation<Bool, Never>, to line: CallLine) -> UInt64
    {
        let ticket = nextTicket
        nextTicket += 1
        lines[line.rawValue].add(continuation, ticket)
        return ticket
    }

    mutating func popFirst(of line: CallLine) -> CheckedContinuation<Bool, Never>? {
        lines[line.rawValue].popFirst()
    }

    /// `nil` where its turn has come already.
    mutating func remove(
        _ ticket: UInt64,
        from line: CallLine
    ) -> CheckedContinuation<Bool, Never>? {
        lines[line.rawValue].remove(ticket)
    }
}
