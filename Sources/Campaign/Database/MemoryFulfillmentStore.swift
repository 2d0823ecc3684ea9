import Payments

/// One run's way to the outbox in memory.
struct MemoryFulfillmentStore: FulfillmentStore {
    private let database: MemoryDatabase
    private let commits: MemoryCommits

    init(_ database: MemoryDatabase, through link: Link) {
        self.database = database
        commits = MemoryCommits(through: link)
    }

    func takeDue(atMost count: Int) async throws(StoreFailure) -> [OpenFulfillment] {
        try await commits.commit("take fulfillments") { [database] in
            database.takeDueFulfillments(atMost: count)
        }
    }

    func acknowledge(
        _ id: FulfillmentID,
        answer: String?
    ) async throws(StoreFailure) -> Acknowledgement {
        try await commits.commit("acknowledge") { [database] in
            database.acknowledge(id, answer)
        }
    }

    func postpone(
        _ id: FulfillmentID,
        for pause: Duration,
        because reason: String
    ) async throws(StoreFailure) {
        try await commits.commit("postpone") { [database] in
            database.postpone(id, pause, reason)
        }
    }

    func open(
        after id: FulfillmentID?,
        atMost count: Int
    ) async throws(StoreFailure) -> [OpenFulfillment] {
        try await commits.commit("open fulfillments") { [database] in
            let rows = database.openFulfillments
            let first = id.flatMap { id in
                rows.firstIndex { $0.fulfillment.id == id }
            }
            return rows[(first.map { $0 + 1 } ?? 0)...].prefix(count).map(\.open)
        }
    }
}
