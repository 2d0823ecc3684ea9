import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct RefundRepositoryTests {
    private func paid(_ store: Store) async throws -> RefundLedger {
        let claimed = try await store.repository.claimed(Sample.claim(1))
        _ = try #require(try await store.repository.record(Sample.success(claimed)))
        let refunds = SQLRefundRepository(database: store.database)
        return try #require(try await refunds.ledger(of: claimed.id))
    }

    private func order(_ key: String = "key", asked: Int64? = 500) -> RefundOrder {
        RefundOrder(
            key: key,
            asked: asked,
            reason: .duplicate,
            request: Sample.request("refunds"),
            stripeSeconds: 1_000_000
        )
    }

    private func change(
        _ ledger: RefundLedger,
        _ refund: Refund,
        _ event: String = "refund_requested",
        receipt: Receipt? = nil,
        lookAfter: Duration? = .seconds(60),
        isMissed: Bool = false
    ) -> RefundChange {
        RefundChange(
            ledger: ledger,
            refund: refund,
            event: event,
            receipt: receipt,
            lookAfter: lookAfter,
            isMissed: isMissed,
            instance: Sample.instance
        )
    }

    private func requested(_ ledger: RefundLedger, _ key: String = "key") -> Refund {
        Refund(
            id: RefundID(ledger.nextNumber, of: ledger.payment.id),
            state: .requested,
            minorUnits: 500,
            order: order(key)
        )
    }

    @Test func aRefundIsWrittenAndComesToItsEnd() async throws {
        try await withStore { store in
            let refunds = SQLRefundRepository(database: store.database)
            let ledger = try await paid(store)
            #expect(ledger.version == 2)
            #expect(ledger.refunds.isEmpty)
            var refund = requested(ledger)
            #expect(try await refunds.write(change(ledger, refund)))
            var read = try #require(try await refunds.ledger(of: ledger.payment.id))
            #expect(read.version == 3)
            #expect(read.refunds.map(\.order) == [refund.order])
            #expect(read.refunds.map(\.state) == [.requested])
            #expect(read.payment.refunded == 0)

            refund.state = .succeeded
            refund.stripeName = StripeRefundID("re_1")
            let end = change(
                read,
                refund,
                "refund_succeeded",
                receipt: Sample.receipt,
                lookAfter: nil
            )
            #expect(try await refunds.write(end))
            read = try #require(try await refunds.ledger(of: ledger.payment.id))
            #expect(read.refunds.map(\.state) == [.succeeded])
            #expect(read.refunds.map(\.stripeName) == [refund.stripeName])
            #expect(read.refunds.map(\.order) == [refund.order])
            #expect(read.payment.refunded == 500)
            // A fully or partly refunded payment stays paid.
            #expect(read.payment.state == .succeeded)
            #expect(
                try store.sql(
                    """
                    SELECT string_agg(
                        word || coalesce(' ' || operation_name || operation_number, '')
                        || coalesce(' ' || answer_status, ''), ',' ORDER BY number
                    ) FROM payment_events
                    """
                ) == "claimed,succeeded create1 200,refund_requested refund1,"
                    + "refund_succeeded refund1 200"
            )
        }
    }

    /// Two merchants who found the same money left: the second has to look again.
    @Test func onlyTheFirstOfTwoIsWritten() async throws {
        try await withTwoStores { first, second in
            let ledger = try await paid(first)
            let stores = [first, second].map { SQLRefundRepository(database: $0.database) }
            let written = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    let change = change(ledger, requested(ledger, "key-\(number)"))
                    let store = stores[number % 2]
                    group.addTask { try await store.write(change) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(written.count { $0 } == 1)
            let read = try #require(try await stores[0].ledger(of: ledger.payment.id))
            #expect(read.refunds.count == 1)
            #expect(try first.sql("SELECT count(*) FROM payment_events") == "3")
        }
    }

    @Test func whatIsDueIsTakenByOneOnly() async throws {
        try await withTwoStores { first, second in
            let ledger = try await paid(first)
            let refund = requested(ledger)
            let stores = [first, second].map { SQLRefundRepository(database: $0.database) }
            #expect(try await stores[0].write(change(ledger, refund, lookAfter: .zero)))
            let taken = try await withThrowingTaskGroup(of: [RefundID].self) { group in
                for number in 0..<6 {
                    let store = stores[number % 2]
                    group.addTask {
                        try await store.takeDueRefunds(atMost: 5, hold: .seconds(60))
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(taken == [refund.id])
            try await stores[0].putOff(refund.id, for: .zero)
            #expect(
                try await stores[1].takeDueRefunds(atMost: 5, hold: .seconds(60)) == [refund.id]
            )
            try await stores[0].putOff(refund.id, for: nil)
            try first.sql("UPDATE refunds SET made_at = made_at - interval '1 day'")
            #expect(try await stores[1].takeDueRefunds(atMost: 5, hold: .zero).isEmpty)
        }
    }

    @Test func aRefundMadeAtStripeIsTakenIn() async throws {
        try await withStore { store in
            let refunds = SQLRefundRepository(database: store.database)
            let ledger = try await paid(store)
            let adopted = Refund(
                id: RefundID(1, of: ledger.payment.id),
                state: .pending,
                minorUnits: 400,
                order: nil,
                stripeName: StripeRefundID("re_7")
            )
            #expect(try await refunds.write(change(ledger, adopted, "refund_adopted")))
            let read = try #require(try await refunds.ledger(of: ledger.payment.id))
            #expect(read.refunds.map(\.order) == [nil])
            #expect(read.refunds.map(\.stripeName) == [adopted.stripeName])
            #expect(read.payment.refunded == 400)
            #expect(read.refundable == 1000)
        }
    }

    @Test func aMissedOneIsAgedFromTheFirstTime() async throws {
        try await withStore { store in
            let refunds = SQLRefundRepository(database: store.database)
            let ledger = try await paid(store)
            var refund = requested(ledger)
            refund.state = .unresolved
            #expect(try await refunds.write(change(ledger, refund)))
            let first = try #require(try await refunds.ledger(of: ledger.payment.id))
            #expect(first.refunds[0].ages.sinceMissed == nil)
            #expect(try await refunds.write(change(first, refund, "refund_absent", isMissed: true)))
            try store.sql("UPDATE refunds SET missed_at = missed_at - interval '100 seconds'")
            let second = try #require(try await refunds.ledger(of: ledger.payment.id))
            #expect(try #require(second.refunds[0].ages.sinceMissed) >= .seconds(100))
        }
    }
}
