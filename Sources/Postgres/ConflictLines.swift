/// One line of waiting tickets per key. A ticket is ready when it stands first in each of its
/// lines, and stays first until it leaves: no two ready or running tickets share a key, and those
/// that do come up in order of arrival.
struct ConflictLines {
    typealias Ticket = UInt64

    private var lines: [ConflictKey: [Ticket]] = [:]
    private var keys: [Ticket: Set<ConflictKey>] = [:]
    /// In how many of its lines a ticket is not first.
    private var obstacles: [Ticket: Int] = [:]

    var isEmpty: Bool { keys.isEmpty }

    /// Lines the ticket up; whether it is ready at once.
    mutating func enter(_ ticket: Ticket, keys: some Sequence<ConflictKey>) -> Bool {
        let keys = Set(keys)
        var behind = 0
        for key in keys {
            lines[key, default: []].append(ticket)
            if lines[key]?.first != ticket { behind += 1 }
        }
        self.keys[ticket] = keys
        if behind > 0 { obstacles[ticket] = behind }
        return behind == 0
    }

    /// Takes a ready ticket out of its lines; returns those that became ready by it, in order.
    mutating func leave(_ ticket: Ticket) -> [Ticket] {
        precondition(obstacles[ticket] == nil, "only a ready ticket leaves")
        var ready: [Ticket] = []
        for key in keys.removeValue(forKey: ticket) ?? [] {
            lines[key]?.removeFirst()
            guard let next = lines[key]?.first else {
                lines[key] = nil
                continue
            }
            if overcomeObstacle(next) { ready.append(next) }
        }
        return ready.sorted()
    }

    private mutating func overcomeObstacle(_ ticket: Ticket) -> Bool {
        guard let count = obstacles[ticket] else { return false }
        obstacles[ticket] = count > 1 ? count - 1 : nil
        return count == 1
    }
}
