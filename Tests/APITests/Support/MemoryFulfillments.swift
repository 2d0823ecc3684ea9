import Payments

/// What the shop has still to hand over, in memory.
actor MemoryFulfillments: FulfillmentStore {
    private var rows: [OpenFulfillment]
    private var isAway = false

    init(_ rows: [OpenFulfillment] = []) { self.rows = rows }

    var ids: [FulfillmentID] { rows.map(\.fulfillment.id) }

    /// From now on the database does not answer.
    func goAway() { isAway = true }

    func takeDue(atMost count: Int) async throws(StoreFailure) -> [OpenFulfillment] { [] }

    func postpone(
        _ id: FulfillmentID,
        for pause: Duration,
        because reason: String
    ) async throws(StoreFailure) {}

    func acknowledge(
        _ id: FulfillmentID,
        answer: String?
    ) async throws(StoreFailure) -> Acknowledgement {
        guard !isAway else { throw .unavailable }
        guard ids.contains(id) else { return .unknown }
        rows.removeAll { $0.fulfillment.id == id }
        return .kept(answer: answer)
    }

    func open(
        after id: FulfillmentID?,
        atMost count: Int
    ) async throws(StoreFailure) -> [OpenFulfillment] {
        guard !isAway else { throw .unavailable }
        let first = id.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return Array(rows[first...].prefix(count))
    }
}
