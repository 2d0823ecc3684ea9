public import Payments

/// A row of `fulfillments`. All moments are the database's.
public struct MemoryFulfillment: Sendable {
    public let fulfillment: Fulfillment
    var tryAt: Duration
    var attempts: Int
    public var failure: String?
    public var answer: String?
    public var isAcknowledged = false

    var open: OpenFulfillment {
        OpenFulfillment(
            fulfillment: fulfillment,
            attempts: attempts,
            failure: failure,
            unixMicroseconds: 0
        )
    }
}

// What the shop has to be told, as `PaymentStore` keeps it.

extension MemoryDatabase {
    /// In the commit of the change that is the outcome.
    func note(_ outcome: PaymentOutcome?, of payment: Payment) {
        guard let outcome, mutation != .outboxForgotten else { return }
        let id = FulfillmentID(outcome, of: payment.id)
        guard outbox[id] == nil else { return }
        outbox[id] = MemoryFulfillment(
            fulfillment: Fulfillment(
                id: id,
                intent: payment.intent,
                purchase: payment.purchase,
                amount: payment.taken
            ),
            tryAt: now + deliveryHold,
            attempts: deliveryHold == .zero ? 0 : 1
        )
    }

    func takeDueFulfillments(atMost count: Int) -> [OpenFulfillment] {
        openFulfillments.filter { $0.tryAt <= now }.prefix(count).map { row in
            var row = row
            row.tryAt = now + DeliveryRules.hold
            row.attempts += 1
            outbox[row.fulfillment.id] = row
            return row.open
        }
    }

    func acknowledge(_ id: FulfillmentID, _ answer: String?) -> Acknowledgement {
        guard var row = outbox[id] else { return .unknown }
        guard !row.isAcknowledged else { return .kept(answer: row.answer) }
        row.isAcknowledged = true
        row.answer = answer
        row.failure = nil
        outbox[id] = row
        return .kept(answer: answer)
    }

    func postpone(_ id: FulfillmentID, _ pause: Duration, _ reason: String) {
        guard let row = outbox[id], !row.isAcknowledged else { return }
        outbox[id]?.tryAt = now + pause
        outbox[id]?.failure = reason
    }

    /// In the order of the next tries.
    var openFulfillments: [MemoryFulfillment] {
        outbox.values.filter { !$0.isAcknowledged }
            .sorted {
                ($0.tryAt, $0.fulfillment.id.description)
                    < ($1.tryAt, $1.fulfillment.id.description)
            }
    }
}
