import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct EventRepositoryTests {
    private static let hold = Duration.seconds(60)

    /// A payment that has succeeded, with its intent.
    private func paid(
        _ store: Store,
        _ number: Int = 1
    ) async throws -> (PaymentID, PaymentIntentID) {
        let key = Guard(kind: .key, key: "key-\(number)")
        let claimed = try await store.repository.claimed(Sample.claim(number, guards: [key]))
        let done = try #require(try await store.repository.record(Sample.success(claimed)))
        return (done.id, try #require(done.intent))
    }

    private func dispute(
        _ intent: PaymentIntentID,
        _ status: String,
        _ funds: DisputeFunds
    ) throws -> DisputeSnapshot {
        DisputeSnapshot(
            id: try #require(DisputeID("du_1")),
            intent: intent,
            minorUnits: 1400,
            currencyCode: "usd",
            reason: "fraudulent",
            standing: DisputeStanding(status: status, funds: funds)
        )
    }

    // MARK: The turn

    @Test func theTurnIsOnesAlone() async throws {
        try await withTwoStores { one, other in
            let first = SQLEventRepository(database: one.database)
            let second = SQLEventRepository(database: other.database)
            let turn = try #require(try await first.takeTurn(hold: Self.hold))
            #expect(turn.readThrough == nil && turn.oldest == nil)
            #expect(try await second.takeTurn(hold: Self.hold) == nil)
            try await first.end(turn, readThrough: 1_000, pause: .zero)
            let next = try #require(try await second.takeTurn(hold: .zero))
            #expect(next.number == turn.number + 1 && next.readThrough == 1_000)
            // It was held for too short a time: from here on the other one has it.
            let heir = try #require(try await first.takeTurn(hold: Self.hold))
            let hint = Hint(try Sample.payment(1), .intent)
            #expect(try await !second.write([hint], next, hold: Self.hold))
            try await second.end(next, readThrough: 9_000, pause: .zero)
            #expect(try await second.takeTurn(hold: Self.hold) == nil)
            #expect(try await first.write([hint], heir, hold: Self.hold))
            try await first.end(heir, readThrough: 900, pause: .zero)
            let last = try #require(try await first.takeTurn(hold: Self.hold))
            #expect(last.readThrough == 1_000, "what was read stays read")
        }
    }

    @Test func manyWantTheTurnAndOneGetsIt() async throws {
        try await withStore { store in
            let repository = SQLEventRepository(database: store.database)
            let turns = try await withThrowingTaskGroup(of: EventTurn?.self) { group in
                for _ in 0..<10 { group.addTask { try await repository.takeTurn(hold: Self.hold) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(turns.compactMap(\.self).map(\.number) == [1])
        }
    }

    @Test func theFirstTurnTellsHowOldTheOldestPaymentIs() async throws {
        try await withStore { store in
            _ = try await paid(store)
            try store.sql("UPDATE payments SET claimed_at = now() - interval '3 days'")
            let repository = SQLEventRepository(database: store.database)
            let turn = try #require(try await repository.takeTurn(hold: .zero))
            let oldest = try #require(turn.oldest)
            #expect(oldest >= .seconds(3 * 86_400) && oldest < .seconds(3 * 86_400 + 60))
            try await repository.end(turn, readThrough: 5, pause: .zero)
            #expect(try await repository.takeTurn(hold: .zero)?.oldest == nil)
        }
    }

    @Test func aGapIsFoundOnce() async throws {
        try await withStore { store in
            let repository = SQLEventRepository(database: store.database)
            for _ in 0..<2 { try await repository.noteGap(from: 0, to: 86_400) }
            #expect(
                try store.sql("SELECT payment_id, kind FROM findings")
                    == "stripe_events|events_missed"
            )
        }
    }

    // MARK: What is known

    @Test func whatIsKnownOfThePaymentsBehindEvents() async throws {
        try await withStore { store in
            let (first, intent) = try await paid(store, 1)
            let (second, _) = try await paid(store, 2)
            let repository = SQLEventRepository(database: store.database)
            try store.sql(
                """
                INSERT INTO refunds (payment_id, number, state, amount, refund) VALUES
                    ('\(first)', 1, 'succeeded', 100, 're_1'), ('\(first)', 2, 'failed', 1, 're_2');
                UPDATE payments SET refunded = 100 WHERE id = '\(first)';
                """
            )
            let stranger = try #require(PaymentIntentID("pi_stranger"))
            let refund = try #require(StripeRefundID("re_1"))
            let notices: [StripeNotice] = [
                .refund(refund, status: "succeeded", of: intent),
                .intent(stranger, .succeeded, payment: second),
                .intent(stranger, .canceled, payment: try Sample.payment(99)),
            ]
            let known = try await repository.known(of: notices)
            #expect(known.count == 2)
            let one = try #require(known.first { $0.id == first })
            #expect(one.intent == intent && one.state == .succeeded && one.refunded == 100)
            #expect(one.refunds == [refund: .succeeded] && one.disputes.isEmpty)
            #expect(known.contains { $0.id == second && $0.refunds.isEmpty })
        }
    }

    /// A page of other applications' events costs the same in a database of any size.
    @Test func whatIsKnownIsFoundByPrimaryKeys() async throws {
        try await withStore { store in
            let plan = try store.sql(
                """
                SET enable_seqscan = off;
                EXPLAIN SELECT p.id FROM payment_intents n JOIN payments p ON p.id = n.payment_id
                WHERE n.intent = ANY('{a,b}')
                """
            )
            #expect(plan.contains("payment_intents_pkey") && plan.contains("payments_pkey"))
        }
    }

    // MARK: Hints

    @Test func hintsAreTakenOnceAndEndOnlyAsTheyWereTaken() async throws {
        try await withStore { store in
            let repository = SQLEventRepository(database: store.database)
            let turn = try #require(try await repository.takeTurn(hold: Self.hold))
            let payment = try Sample.payment(1)
            let dispute = try #require(DisputeID("du_1"))
            let hints = [
                Hint(payment, .intent), Hint(payment, .refunds), Hint(payment, .dispute(dispute)),
            ]
            #expect(try await repository.write(hints, turn, hold: Self.hold))
            let taken = try await repository.takeDue(atMost: 10, hold: Self.hold)
            #expect(Set(taken.map(\.hint)) == Set(hints))
            #expect(taken.allSatisfy { $0.attempts == 1 && $0.version == 1 })
            #expect(try await repository.takeDue(atMost: 10, hold: Self.hold).isEmpty)

            // News came while it was looked at: it is to be looked at again, at once.
            #expect(try await repository.write([hints[0]], turn, hold: Self.hold))
            for one in taken { try await repository.end(one) }
            let again = try await repository.takeDue(atMost: 10, hold: .zero)
            #expect(again.map(\.hint) == [hints[0]])
            #expect(again.map(\.version) == [2])
            try await repository.putOff(again[0], for: Self.hold)
            #expect(try await repository.takeDue(atMost: 10, hold: Self.hold).isEmpty)
            try await repository.end(again[0])
            #expect(try store.sql("SELECT count(*) FROM stripe_hints") == "0")
        }
    }

    @Test func subjectsOfANewerProgramAreLeftAlone() async throws {
        try await withStore { store in
            try store.sql(
                "INSERT INTO stripe_hints VALUES ('\(try Sample.payment(1))', 'moon', now())"
            )
            let repository = SQLEventRepository(database: store.database)
            #expect(try await repository.takeDue(atMost: 10, hold: Self.hold).isEmpty)
            #expect(try store.sql("SELECT subject FROM stripe_hints") == "moon")
        }
    }

    // MARK: Disputes

    @Test func aDisputeIsWrittenWithItsEventWhereNothingHappenedSince() async throws {
        try await withStore { store in
            let (payment, intent) = try await paid(store)
            let repository = SQLEventRepository(database: store.database)
            let opened = try dispute(intent, "needs_response", .withdrawn)
            let ledger = try #require(try await repository.disputes(of: payment, opened.id))
            #expect(ledger.known == nil && ledger.version == 2)
            let change = DisputeChange(
                ledger: ledger,
                dispute: opened,
                event: "dispute_opened",
                instance: Sample.instance
            )
            #expect(try await repository.write(change))
            #expect(try await !repository.write(change), "once")
            let next = try #require(try await repository.disputes(of: payment, opened.id))
            #expect(next.known == opened.standing && next.version == 3)
            let won = DisputeChange(
                ledger: next,
                dispute: try dispute(intent, "won", .reinstated),
                event: "dispute_closed",
                instance: Sample.instance
            )
            #expect(try await repository.write(won))
            #expect(
                try store.sql("SELECT status, funds, amount FROM disputes") == "won|reinstated|1400"
            )
            let timeline = try await PaymentBrowser(database: store.database).timeline(of: payment)
            #expect(timeline.events.map(\.word).suffix(2) == ["dispute_opened", "dispute_closed"])
            #expect(timeline.events.last?.detail?.contains("won, funds reinstated") == true)
            #expect(timeline.events.last?.state == .succeeded)
            let known = try await repository.known(of: [.dispute(opened)])
            #expect(known.map(\.disputes) == [[opened.id: won.dispute.standing]])
            #expect(try await repository.disputes(of: Sample.payment(7), opened.id) == nil)
        }
    }
}
