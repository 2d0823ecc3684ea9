import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct SmallWritesTests {
    @Test func aFindingIsKeptOnce() async throws {
        try await withStore { store in
            let id = try Sample.payment(1)
            for detail in ["first", "second"] {
                try await store.repository.note(
                    OpsFinding(payment: id, kind: "mismatch", detail: detail)
                )
            }
            try await store.repository.note(
                OpsFinding(payment: id, kind: "contradiction", detail: "third")
            )
            #expect(
                try store.sql("SELECT string_agg(detail, ',' ORDER BY noted_at) FROM findings")
                    == "first,third"
            )
        }
    }

    /// What an app has open is due at once; a challenge is not, and what somebody is at is not.
    @Test func aLookIsDueNowOfWhatAnAppHasOpen() async throws {
        try await withStore { store in
            var intents: [PaymentIntentID] = []
            for (number, state) in [PaymentState.open, .requiresAction, .open].enumerated() {
                let guarding = Guard(kind: .key, key: "key-\(number)")
                let claim = try Sample.claim(number, guards: [guarding])
                let payment = try await store.repository.claimed(claim)
                var change = PaymentChange(of: payment, by: Sample.instance, event: "waits")
                change.state = state
                change.intent = try Sample.intent(number)
                if number < 2 { change.release = .lookAfter(.seconds(3600)) }
                _ = try await store.repository.record(change)
                intents.append(try Sample.intent(number))
            }
            let due = "SELECT string_agg(state, ',') FROM payments WHERE look_at <= now()"
            #expect(try store.sql(due).isEmpty)
            try await store.repository.lookNow(at: intents)
            #expect(try store.sql(due) == "open")
            let taken = try await store.repository.takeDue(
                atMost: 9,
                by: Sample.instance,
                stripeSeconds: nil
            )
            #expect(taken.map(\.intent) == [intents[0]])
            // Not put off, where it was due before.
            try await store.repository.lookNow(at: [])
        }
    }

    @Test func replacementsOfTheLastHourAreCounted() async throws {
        try await withStore { store in
            let order = try #require(OrderID("order-1"))
            let purchase = try Sample.purchase(order: "order-1")
            #expect(try await store.repository.replacements(of: order) == 0)
            var previous: [Guard: PaymentID] = [:]
            for number in 1...4 {
                let claim = try Sample.claim(
                    number,
                    guards: [Sample.order],
                    from: previous,
                    purchase: purchase
                )
                let closing: Closing = number == 2 ? .canceled : .replaced
                _ = try await store.repository.ended(claim, .canceled, closing)
                previous = [Sample.order: claim.payment]
            }
            let old = try Sample.payment(1)
            #expect(try await store.repository.replacements(of: order) == 3)
            try store.sql(
                "UPDATE payments SET changed_at = now() - interval '61 min' WHERE id = '\(old)'"
            )
            #expect(try await store.repository.replacements(of: order) == 2)
        }
    }

    /// OP05.
    @Test func aDatabaseBelongsToTheFirstInstallation() async throws {
        try await withStore { store in
            let ours = Installation(account: "acct_1", mode: "test")
            let another = Installation(account: "acct_1", mode: "live")
            for claimant in [ours, ours, another] {
                let owner = try await claimant.claim(store.database)
                #expect(owner == ours)
            }
        }
    }
}
