import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct FulfillmentStoreTests {
    private func succeeded(_ number: Int, _ store: Store) async throws -> FulfillmentID {
        let guarding = Guard(kind: .key, key: "key-\(number)")
        let claimed = try await store.repository.claimed(Sample.claim(number, guards: [guarding]))
        let change = try Sample.success(claimed)
        let paid = try #require(try await store.repository.record(change))
        // A second success of the same payment is none.
        #expect(try await store.repository.record(change) == nil)
        return FulfillmentID(.succeeded, of: paid.id)
    }

    @Test func aSuccessWritesOneRowInItsCommit() async throws {
        try await withStore { store in
            let id = try await succeeded(1, store)
            let row = "SELECT id, payment_id, type, attempts, try_at = made_at FROM fulfillments"
            #expect(
                try store.sql(row) == "\(id)|\(id.payment)|payment.succeeded|0|t"
            )
            #expect(
                try store.sql(
                    """
                    SELECT count(DISTINCT xmin) FROM (
                        SELECT xmin::text FROM fulfillments UNION ALL
                        SELECT xmin::text FROM payments UNION ALL
                        SELECT xmin::text FROM payment_events WHERE number = 2
                    ) AS rows
                    """
                ) == "1"
            )
        }
    }

    /// Where an instance tells the shop, it has the first try for itself.
    @Test func theWriterHasTheFirstTry() async throws {
        try await withStore { store in
            let repository = SQLPaymentRepository(
                database: store.database,
                deliveryHold: DeliveryRules.hold
            )
            let claimed = try await repository.claimed(Sample.claim(1))
            _ = try #require(try await repository.record(Sample.success(claimed)))
            let outbox = SQLFulfillmentStore(database: store.database)
            #expect(try await outbox.takeDue(atMost: 10).isEmpty)
            #expect(
                try store.sql("SELECT attempts, try_at - made_at FROM fulfillments")
                    == "1|00:00:30"
            )
            try store.sql("UPDATE fulfillments SET try_at = now()")
            #expect(try await outbox.takeDue(atMost: 10).map(\.attempts) == [2])
        }
    }

    @Test func whatIsDueIsTakenByOneOnly() async throws {
        try await withTwoStores { first, second in
            var ids: Set<FulfillmentID> = []
            for number in 1...20 { ids.insert(try await succeeded(number, first)) }
            let outboxes = [first, second].map { SQLFulfillmentStore(database: $0.database) }
            let taken = try await withThrowingTaskGroup(of: [OpenFulfillment].self) { group in
                for outbox in outboxes + outboxes {
                    group.addTask { try await outbox.takeDue(atMost: 7) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(taken.map(\.fulfillment.id)).count == taken.count)
            let rest = try await outboxes[0].takeDue(atMost: 100)
            #expect(Set((taken + rest).map(\.fulfillment.id)) == ids)
            #expect(try await outboxes[1].takeDue(atMost: 100).isEmpty)
        }
    }

    @Test func theFactsAreThePayments() async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(
                Sample.claim(1, purchase: Sample.purchase(order: "o-1", customer: "ann"))
            )
            let paid = try #require(try await store.repository.record(Sample.success(claimed)))
            let outbox = SQLFulfillmentStore(database: store.database)
            let open = try #require(try await outbox.takeDue(atMost: 1).first)
            #expect(open.fulfillment.amount == paid.amount)
            #expect(open.fulfillment.intent == paid.intent)
            #expect(open.fulfillment.purchase == paid.purchase)
        }
    }

    /// The first answer is kept, and every later reader of the payment sees it.
    @Test func anAcknowledgementIsKept() async throws {
        try await withStore { store in
            let id = try await succeeded(1, store)
            let outbox = SQLFulfillmentStore(database: store.database)
            try await outbox.postpone(id, for: .seconds(60), because: "status 500")
            #expect(try await outbox.open(after: nil, atMost: 9).map(\.failure) == ["status 500"])
            #expect(try await outbox.acknowledge(id, answer: "code 7") == .kept(answer: "code 7"))
            #expect(try await outbox.acknowledge(id, answer: "other") == .kept(answer: "code 7"))
            try await outbox.postpone(id, for: .seconds(60), because: "late")
            #expect(
                try store.sql("SELECT failure IS NULL, acknowledged_at > made_at FROM fulfillments")
                    == "t|t"
            )
            #expect(try await outbox.open(after: nil, atMost: 9).isEmpty)
            #expect(try await store.repository.payment(id.payment)?.fulfillment == "code 7")
            let stranger = FulfillmentID(.failed, of: id.payment)
            #expect(try await outbox.acknowledge(stranger, answer: nil) == .unknown)
        }
    }

    @Test func whatIsOpenIsListedPageByPage() async throws {
        try await withStore { store in
            var ids: [FulfillmentID] = []
            for number in 1...7 { ids.append(try await succeeded(number, store)) }
            let outbox = SQLFulfillmentStore(database: store.database)
            _ = try await outbox.acknowledge(ids[3], answer: nil)
            var listed: [FulfillmentID] = []
            while true {
                let page = try await outbox.open(after: listed.last, atMost: 2)
                if page.isEmpty { break }
                listed += page.map(\.fulfillment.id)
            }
            #expect(listed == ids.filter { $0 != ids[3] })
            #expect(try await outbox.open(after: ids[3], atMost: 9).count == 3)
        }
    }

    /// A payment that stays open, and then comes to nothing.
    @Test func whatWasProcessingIsToldTwice() async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(Sample.claim(1))
            var open = PaymentChange(of: claimed, by: Sample.instance, event: "processing")
            open.state = .processing
            open.receipt = Sample.receipt
            let processing = try #require(try await store.repository.record(open))
            let end = Sample.end(processing, .declined, Closing(code: "card_declined"))
            _ = try #require(try await store.repository.record(end))
            #expect(
                try store.sql("SELECT string_agg(type, ',' ORDER BY made_at) FROM fulfillments")
                    == "payment.processing,payment.failed"
            )
        }
    }
}
