import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct RecordTests {
    @Test func aChallengeIsWrittenConfirmedAndPaid() async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.instance, for: .seconds(600))
            let claimed = try await repository.claimed(Sample.claim(1))

            var challenge = PaymentChange(of: claimed, by: Sample.instance, event: "challenged")
            challenge.state = .requiresAction
            challenge.intent = try Sample.intent(1)
            challenge.clientSecret = ClientSecret("secret")
            challenge.actionStripeSeconds = 1_000_005
            challenge.receipt = Sample.receipt
            challenge.release = .lookAfter(.seconds(75 * 60))
            let asked = try #require(try await repository.record(challenge))
            #expect(asked.owner == .nobody)
            #expect(asked.clientSecret?.exposed == "secret")
            let minutes = "look_at - changed_at = interval '75 min'"
            #expect(try store.sql("SELECT \(minutes) FROM payments") == "t")
            #expect(withoutAges(asked) == withoutAges(try await read(claimed.id, store)))

            let taken = try #require(
                try await repository.takeOver(asked, by: Sample.instance, customerIsHere: true)
            )
            var confirm = PaymentChange(of: taken, by: Sample.instance, event: "confirming")
            confirm.state = .confirming
            confirm.nextStep = NextStep(
                name: .confirm,
                request: Sample.request("confirm"),
                stripeSeconds: 1_000_100,
                isAskedByCustomer: true
            )
            let confirming = try #require(try await repository.record(confirm))
            #expect(confirming.operation.name == .confirm)
            #expect(confirming.operation.request == Sample.request("confirm"))
            #expect(confirming.operation.stripeTimeSeconds == 1_000_100)
            #expect(confirming.owner == .instance(Sample.instance, isLive: true))
            #expect(withoutAges(confirming) == withoutAges(try await read(claimed.id, store)))

            var success = PaymentChange(of: confirming, by: Sample.instance, event: "succeeded")
            success.state = .succeeded
            success.release = .forGood
            #expect(try await repository.record(success)?.state == .succeeded)
            #expect(try store.sql("SELECT count(*) FROM operations") == "2")
            #expect(
                try store.sql("SELECT string_agg(word, ',' ORDER BY number) FROM payment_events")
                    == "claimed,challenged,taken_over,confirming,succeeded"
            )
        }
    }

    enum Outdated: CaseIterable { case state, fence, owner, lapsedOwner }

    @Test(arguments: Outdated.allCases)
    func anOutdatedWriterWritesNothing(_ outdated: Outdated) async throws {
        try await withStore { store in
            let repository = store.repository
            var known = try await repository.claimed(Sample.claim(1))
            var writer = Sample.instance
            switch outdated {
            case .state: known.state = .confirming
            case .fence: known.fence = 2
            case .owner: writer = Sample.other
            case .lapsedOwner:
                try store.letLeaseLapse(of: Sample.instance)
                let taken = try await repository.takeOver(
                    known,
                    by: Sample.other,
                    customerIsHere: true
                )
                #expect(taken != nil)
            }
            let before = try everything(store)
            #expect(try await repository.record(Sample.success(known, by: writer)) == nil)
            #expect(try everything(store) == before)
        }
    }

    @Test func oneOfManyEqualChangesIsWritten() async throws {
        try await withTwoStores { first, second in
            let payment = try await first.repository.claimed(Sample.claim(1))
            let results = try await atOnce(20) { number in
                try await [first, second][number % 2].repository.record(Sample.success(payment))
            }
            #expect(results.compactMap(\.self).count == 1)
            #expect(try first.sql("SELECT count(*) FROM payment_events") == "2")
        }
    }

    /// An outdated change and good ones in one group: only its own part is left out.
    @Test func anOutdatedChangeDoesNotDisturbItsGroup() async throws {
        try await withStore { store in
            let payments = try await atOnce(30) { number in
                let wanted = Guard(kind: .key, key: "key-\(number)")
                return try await store.repository.claimed(Sample.claim(number, guards: [wanted]))
            }
            let results = try await atOnce(30) { index in
                var payment = payments[index]
                if payment.id == (try Sample.payment(5)) { payment.fence = 9 }
                return (payment.id, try await store.repository.record(Sample.success(payment)))
            }
            for (id, result) in results {
                #expect((result == nil) == (id == (try Sample.payment(5))))
            }
            #expect(try store.sql("SELECT count(*) FROM payment_intents") == "29")
        }
    }

    @Test func agesBeginAnewWhereTheyShould() async throws {
        try await withStore { store in
            let payment = try await store.repository.claimed(Sample.claim(1))
            try store.sql(
                """
                UPDATE payments SET claimed_at = now() - interval '1 h',
                    asked_at = now() - interval '1 h', changed_at = now() - interval '1 h',
                    operation_at = now() - interval '1 h';
                UPDATE operations SET made_at = (SELECT operation_at FROM payments)
                """
            )
            var note = PaymentChange(of: payment, by: Sample.instance, event: "seen")
            note.eventDetail = "nothing new"
            let seen = try #require(try await store.repository.record(note))
            let old = 3600.0..<4800
            #expect(old.contains(seen.times.sinceClaim / .seconds(1)))
            #expect(old.contains(seen.times.sinceAsked / .seconds(1)))
            #expect(old.contains(seen.times.sinceChange / .seconds(1)))
            #expect(old.contains(seen.operation.age / .seconds(1)))

            var cancel = PaymentChange(of: seen, by: Sample.instance, event: "canceling")
            cancel.state = .canceling
            cancel.closing = .canceled
            cancel.nextStep = NextStep(
                name: .cancel,
                request: Sample.request("cancel"),
                stripeSeconds: nil,
                isAskedByCustomer: false
            )
            let canceling = try #require(try await store.repository.record(cancel))
            #expect(old.contains(canceling.times.sinceAsked / .seconds(1)))
            #expect(canceling.times.sinceChange < .seconds(1200))
            #expect(canceling.operation.age < .seconds(1200))
            #expect(canceling.operation.stripeTimeSeconds == nil)

            try await store.repository.renewAsked(payment.id)
            #expect(try await read(payment.id, store).times.sinceAsked < .seconds(1200))
        }
    }

    /// A change that keeps what was nobody's makes its writer the owner, under a fence of its own.
    @Test func aChangeTakesUpWhatIsNobodys() async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.other, for: .seconds(600))
            let payment = try await repository.claimed(Sample.claim(1))
            var wait = PaymentChange(of: payment, by: Sample.instance, event: "waiting")
            wait.release = .lookAfter(.seconds(600))
            let free = try #require(try await repository.record(wait))

            let mine = PaymentChange(of: free, by: Sample.other, event: "taken up")
            let kept = try #require(try await repository.record(mine))
            #expect(kept.fence == 2)
            #expect(kept.owner == .instance(Sample.other, isLive: true))
            #expect(withoutAges(kept) == withoutAges(try await read(payment.id, store)))
            #expect(try store.sql("SELECT look_at IS NULL FROM payments") == "t")
            // Whoever read it before comes too late.
            #expect(try await repository.record(mine) == nil)
        }
    }

    @Test func stepsAreNumberedByName() async throws {
        try await withStore { store in
            var payment = try await store.repository.claimed(Sample.claim(1))
            var keys: [String] = []
            for name in [Operation.Name.confirm, .confirm, .cancel, .create] {
                var change = PaymentChange(of: payment, by: Sample.instance, event: "next")
                change.nextStep = NextStep(
                    name: name,
                    request: Sample.request("\(name)"),
                    stripeSeconds: nil,
                    isAskedByCustomer: false
                )
                payment = try #require(try await store.repository.record(change))
                #expect(withoutAges(payment) == withoutAges(try await read(payment.id, store)))
                keys.append("\(payment.operation.name) \(payment.operation.number)")
            }
            #expect(keys == ["confirm 1", "confirm 2", "cancel 1", "create 2"])
        }
    }

    /// A grace is for one challenge: the next one may have its own.
    @Test func aGraceLastsAsLongAsItsChallenge() async throws {
        try await withStore { store in
            var payment = try await store.repository.claimed(Sample.claim(1))
            let steps: [(seconds: Int64, gives: Bool, isGiven: Bool)] = [
                (1, false, false), (1, true, true), (1, false, true), (2, false, false),
            ]
            for step in steps {
                var change = PaymentChange(of: payment, by: Sample.instance, event: "seen")
                change.actionStripeSeconds = step.seconds
                change.givesGrace = step.gives
                payment = try #require(try await store.repository.record(change))
                #expect(payment.times.isGraceGiven == step.isGiven)
                let read = try await read(payment.id, store)
                #expect(read.times.isGraceGiven == step.isGiven)
            }
        }
    }

    private func read(_ id: PaymentID, _ store: Store) async throws -> Payment {
        try #require(try await store.repository.payment(id))
    }

    private func everything(_ store: Store) throws -> String {
        try store.sql(
            """
            SELECT (SELECT string_agg(p::text, ';') FROM payments p),
                (SELECT string_agg(o::text, ';') FROM operations o),
                (SELECT string_agg(i::text, ';') FROM payment_intents i),
                (SELECT string_agg(e::text, ';' ORDER BY number) FROM payment_events e)
            """
        )
    }
}
