/// Transfers waiting for their turn, first come, first served. One that ended while it waited stays
/// as a shell until it is met at the front.
struct TransferQueue {
    private var transfers: [Transfer] = []
    private var front = 0

    /// Whether nothing waits, shells included.
    var isEmpty: Bool { front == transfers.count }

    mutating func append(_ transfer: Transfer) { transfers.append(transfer) }

    /// The next that has not ended.
    mutating func popFirst() -> Transfer? {
        dropShells()
        guard front < transfers.count else { return nil }
        defer { front += 1 }
        return transfers[front]
    }

    /// Forgets the ended ones at the front, and gives back room once half of it is used up.
    mutating func dropShells() {
        while front < transfers.count, transfers[front].isEnded { front += 1 }
        if front * 2 >= transfers.count {
            transfers.removeFirst(front)
            front = 0
        }
    }
}
