/// What the shop has still to be told, in the database. The rows are written in the commit of the
/// payment's change, by `PaymentRepository.record`.
public protocol FulfillmentStore: Sendable {
    /// Takes what is due for a try; nobody else gets it within `DeliveryRules.hold`.
    func takeDue(atMost count: Int) async throws(StoreFailure) -> [OpenFulfillment]

    /// Notes that the shop has it. The first answer is kept, also where it is none.
    ///
    /// - Returns: what is kept as the shop's answer; `unknown` where there is no such row.
    func acknowledge(
        _ id: FulfillmentID,
        answer: String?
    ) async throws(StoreFailure) -> Acknowledgement

    /// Notes why a try failed, and when the next one is due.
    func postpone(
        _ id: FulfillmentID,
        for pause: Duration,
        because reason: String
    ) async throws(StoreFailure)

    /// What is not acknowledged: by the moment of the next try, which for what nobody tries is the
    /// moment of the outcome.
    func open(
        after id: FulfillmentID?,
        atMost count: Int
    ) async throws(StoreFailure) -> [OpenFulfillment]
}

public enum Acknowledgement: Hashable, Sendable {
    case kept(answer: String?)
    case unknown
}

/// The shop's own address.
public protocol ShopEndpoint: Sendable {
    /// Tells it once.
    func deliver(_ fulfillment: Fulfillment, deadline: Duration) async -> ShopReply
}

/// What came of telling the shop.
public enum ShopReply: Hashable, Sendable {
    /// 2xx, with what the customer may be shown of it.
    case accepted(answer: String?)
    /// Anything else, which may still have reached the shop; for people.
    case failed(reason: String)
}

/// Tells the shop of an outcome that has just been written down.
public protocol Fulfilling: Sendable {
    /// - Returns: what the shop says that the customer may see; `nil` where it says nothing, or
    ///   cannot be told now.
    func deliver(_ fulfillment: Fulfillment) async -> String?
}
