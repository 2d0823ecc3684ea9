import Audit
import Money
import PaymentStore
import Payments
import Testing

/// What a person's word leaves in the database.
@Suite struct ResolveStoreTests {
    private static let taken = Amount(minorUnits: 9900, currency: .usd)

    /// A quarantined payment of 1400 that took 9900.
    private func suspended(_ store: Store) async throws -> Payment {
        let claimed = try await store.repository.claimed(Sample.claim(1))
        var change = PaymentChange(of: claimed, by: Sample.instance, event: "mismatched")
        change.state = .quarantined
        change.intent = try Sample.intent(1)
        change.release = .forGood
        let quarantined = try #require(try await store.repository.record(change))
        var next = PaymentChange(of: quarantined, by: Sample.instance, event: "resolved_refund")
        next.charged = Self.taken
        next.eventDetail = "pi_1 took 99.00 USD, by ann: ticket 7"
        next.release = .forGood
        return try #require(try await store.repository.record(next))
    }

    @Test func `What was taken is kept beside what was asked`() async throws {
        try await withStore { store in
            let payment = try await suspended(store)
            #expect(payment.charged == Self.taken)
            let read = try await store.repository.payment(payment.id)
            #expect(read?.charged == Self.taken)
            #expect(read?.amount.minorUnits == 1400)
        }
    }

    /// The end of a payment is in the commit of the refund that ends it, and is told the shop.
    @Test func `A quarantined payment ends with its refund`() async throws {
        try await withStore { store in
            let payment = try await suspended(store)
            let refunds = SQLRefundRepository(database: store.database)
            let ledger = try #require(try await refunds.ledger(of: payment.id))
            #expect(ledger.refundable == 9900)
            let refund = Refund(
                id: RefundID(1, of: payment.id),
                state: .pending,
                minorUnits: 9900,
                order: nil,
                stripeName: StripeRefundID("re_1")
            )
            let change = RefundChange(
                ledger: ledger,
                refund: refund,
                event: "refund_adopted",
                lookAfter: nil,
                instance: Sample.instance
            )
            #expect(try await refunds.write(change))
            let row = try store.sql("SELECT state, closing_code, refunded FROM payments")
            #expect(row == "canceled|canceled|9900")
            #expect(try store.sql("SELECT type FROM fulfillments") == "payment.failed")
            let event = try store.sql(
                "SELECT word, state FROM payment_events ORDER BY number DESC LIMIT 1"
            )
            #expect(event == "refund_adopted|canceled")
        }
    }

    /// The money of a second charge is none of the payment's.
    @Test func `A second charge that goes back leaves the payment as it is`() async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(Sample.claim(1))
            _ = try #require(try await store.repository.record(Sample.success(claimed)))
            let refunds = SQLRefundRepository(database: store.database)
            let ledger = try #require(try await refunds.ledger(of: claimed.id))
            let refund = Refund(
                id: RefundID(1, of: claimed.id),
                state: .succeeded,
                minorUnits: 9900,
                stray: try Sample.intent(2),
                order: nil,
                stripeName: StripeRefundID("re_1")
            )
            let change = RefundChange(
                ledger: ledger,
                refund: refund,
                event: "refund_succeeded",
                lookAfter: nil,
                instance: Sample.instance
            )
            #expect(try await refunds.write(change))
            let read = try #require(try await refunds.ledger(of: claimed.id))
            #expect(read.refunds.map(\.stray) == [try Sample.intent(2)])
            #expect(read.payment.refunded == 0)
            #expect(read.refundable == 1400)
        }
    }

    /// The owner that lives on cannot write any more.
    @Test func `An attempt is seized from a live owner`() async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(Sample.claim(1))
            var change = PaymentChange(of: claimed, by: Sample.instance, event: "sending_over")
            change.state = .unresolved
            let unresolved = try #require(try await store.repository.record(change))
            let refused = try await store.repository.takeOver(
                unresolved,
                by: Sample.other,
                customerIsHere: false
            )
            #expect(refused == nil)
            let old = try await store.repository.seize(claimed, by: Sample.other)
            #expect(old == nil, "it is in another state by now")
            let seized = try await store.repository.seize(unresolved, by: Sample.other)
            #expect(seized?.owner == .instance(Sample.other, isLive: true))
            #expect(seized?.fence == unresolved.fence + 1)
            #expect(try store.sql("SELECT takeovers FROM payments") == "0")
            var late = PaymentChange(of: unresolved, by: Sample.instance, event: "late")
            late.state = .succeeded
            #expect(try await store.repository.record(late) == nil)
        }
    }

    @Test func `The findings that led there are closed with the same words`() async throws {
        try await withStore { store in
            let id = try Sample.payment(1)
            for kind in ["mismatch", "cvc_failed"] {
                try await store.repository.note(OpsFinding(payment: id, kind: kind, detail: "a"))
            }
            try await store.repository.closeFindings(
                ["mismatch", "intent_missing"],
                about: [id.description],
                by: try #require(Operator("ann")),
                because: try #require(ResolveReason("ticket 7"))
            )
            let left = try store.sql(
                "SELECT kind, state, decided_by, reason FROM findings ORDER BY 1"
            )
            #expect(left == "cvc_failed|open||\nmismatch|closed|ann|ticket 7")
            let history = try store.sql("SELECT count(*) FROM finding_changes")
            #expect(history == "3")
        }
    }

    // MARK: The reconciler

    private static let hold: Duration = .seconds(300)

    /// One has the turn; who comes late writes nothing.
    @Test func `The turn is one instance's at a time`() async throws {
        try await withStore { store in
            let turns = SQLReconcilerTurns(database: store.database)
            let first = try #require(try await turns.takeTurn(hold: Self.hold))
            #expect(first.comparedUntil < first.nowMicroseconds)
            #expect(try await turns.takeTurn(hold: Self.hold) == nil)
            #expect(
                try await turns.advance(first, to: first.nowMicroseconds, hold: Self.hold)
            )
            try store.sql("UPDATE reconciler_turns SET due_at = now()")
            let second = try #require(try await turns.takeTurn(hold: Self.hold))
            #expect(second.number == 2)
            #expect(second.comparedUntil == first.nowMicroseconds)
            #expect(try await !turns.advance(first, to: .max / 2, hold: Self.hold))
            try await turns.end(first, pause: .zero)
            #expect(try await turns.takeTurn(hold: Self.hold) == nil)
            // Time does not go back.
            #expect(try await turns.advance(second, to: 0, hold: Self.hold))
            try await turns.end(second, pause: .zero)
            let third = try #require(try await turns.takeTurn(hold: Self.hold))
            #expect(third.comparedUntil == first.nowMicroseconds)
        }
    }

    /// Of older payments those that changed, and no other one.
    @Test func `What changed in a window is found`() async throws {
        try await withStore { store in
            let turns = SQLReconcilerTurns(database: store.database)
            var ids: [String] = []
            for number in 1...3 {
                let wanted = Guard(kind: .key, key: "key-\(number)")
                let claim = try Sample.claim(number, guards: [wanted])
                let claimed = try await store.repository.claimed(claim)
                ids.append(claimed.id.description)
            }
            let turn = try #require(try await turns.takeTurn(hold: Self.hold))
            for number in 1...2 {
                let payment = try #require(
                    try await store.repository.payment(try Sample.payment(number))
                )
                _ = try await store.repository.record(Sample.success(payment))
            }
            let window = AuditWindow(
                from: turn.nowMicroseconds,
                until: turn.nowMicroseconds + 60_000_000
            )
            let page = try await turns.entries(changedIn: window, after: nil, atMost: 10)
            #expect(page.map(\.id) == Array(ids.prefix(2)))
            let rest = try await turns.entries(changedIn: window, after: ids[0], atMost: 10)
            #expect(rest.map(\.id) == [ids[1]])
            let later = AuditWindow(from: window.until, until: window.until + 1)
            #expect(try await turns.entries(changedIn: later, after: nil, atMost: 10).isEmpty)
            let all = AuditWindow(from: 0, until: window.until)
            let new = try await turns.entries(changedIn: all, after: nil, atMost: 10)
            #expect(new.isEmpty, "those were made in it")
        }
    }

    @Test func `How far behind it is shows in the numbers`() async throws {
        try await withStore { store in
            _ = try await store.repository.claimed(Sample.claim(1))
            let turns = SQLReconcilerTurns(database: store.database)
            let turn = try #require(try await turns.takeTurn(hold: Self.hold))
            try store.sql(
                "UPDATE reconciler_turns SET compared_until = now() - interval '1 hour'"
            )
            let behind = try #require(await StandingNumbers.read(from: store.database))
            #expect(behind.oldestUncompared < .seconds(60))
            _ = try await turns.advance(
                turn,
                to: turn.nowMicroseconds + 60_000_000,
                hold: Self.hold
            )
            let done = try #require(await StandingNumbers.read(from: store.database))
            #expect(done.oldestUncompared == .zero)
        }
    }
}
