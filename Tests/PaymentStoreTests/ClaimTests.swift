import Money
import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct ClaimTests {
    @Test func aSimplePaymentIsClaimedReadAndRecorded() async throws {
        try await withStore { store in
            let repository = store.repository
            #expect(try await repository.renewLease(of: Sample.instance, for: .seconds(600)))
            let claim = try Sample.claim(
                1,
                guards: [Sample.key, Sample.order],
                purchase: Sample.purchase(order: "order-1", customer: "Zoë")
            )

            let claimed = try await repository.claimed(claim)
            let read = try #require(try await repository.payment(claimed.id))
            #expect(withoutAges(claimed) == withoutAges(read))

            let done = try #require(try await repository.record(Sample.success(claimed)))
            #expect(done.state == .succeeded)
            #expect(done.owner == .nobody)
            let intent = try #require(done.intent)
            let readByIntent = try #require(try await repository.payment(of: intent))
            #expect(withoutAges(done) == withoutAges(readByIntent))
            #expect(try store.sql("SELECT count(DISTINCT xmin::text) FROM payment_events") == "2")
        }
    }

    /// All of the row against all of the claim: nothing is lost on the way there and back.
    @Test func aPaymentIsReadAsItWasClaimed() async throws {
        try await withStore { store in
            let claim = try Sample.claim(
                7,
                purchase: Sample.purchase(order: "o:7", customer: "customer")
            )
            _ = try await store.repository.claimed(claim)
            let payment = try #require(try await store.repository.payment(claim.payment))

            #expect(payment.state == .creating)
            #expect(payment.fence == 1)
            #expect(payment.owner == .instance(claim.instance, isLive: true))
            #expect(payment.purchase == claim.purchase)
            #expect(payment.fingerprint == claim.fingerprint)
            #expect(payment.amount == Amount(minorUnits: 1400, currency: .usd))
            #expect(payment.method == claim.method)
            #expect(payment.presentation == claim.presentation)
            #expect(payment.origin == claim.origin)
            #expect(payment.intent == nil)
            #expect(payment.clientSecret == nil)
            #expect(payment.closing == nil)
            #expect(payment.operation.name == .create)
            #expect(payment.operation.number == 1)
            #expect(payment.operation.request == claim.operation)
            #expect(payment.operation.stripeTimeSeconds == 1_000_000)
            #expect(payment.times.claimStripeSeconds == 1_000_000)
            #expect(payment.times.actionStripeSeconds == nil)
        }
    }

    @Test func agesAreCountedByTheDatabase() async throws {
        try await withStore { store in
            let id = try await store.repository.claimed(Sample.claim(1)).id
            try store.sql(
                """
                UPDATE payments SET
                    claimed_at = claimed_at - interval '4 h', asked_at = asked_at - interval '3 h',
                    changed_at = changed_at - interval '2 h',
                    operation_at = operation_at - interval '1 h';
                UPDATE operations SET made_at = made_at - interval '1 h'
                """
            )
            let payment = try #require(try await store.repository.payment(id))
            #expect((14400.0..<15600.0).contains(payment.times.sinceClaim / .seconds(1)))
            #expect((10800.0..<12000.0).contains(payment.times.sinceAsked / .seconds(1)))
            #expect((7200.0..<8400.0).contains(payment.times.sinceChange / .seconds(1)))
            #expect((3600.0..<4800.0).contains(payment.operation.age / .seconds(1)))
        }
    }

    @Test func aHeldGuardNamesItsHolder() async throws {
        try await withStore { store in
            _ = try await store.repository.renewLease(of: Sample.instance, for: .seconds(600))
            let first = try await store.repository.claimed(
                Sample.claim(1, guards: [Sample.key, Sample.order], attempts: 1)
            )
            let holders = try await store.repository.held(Sample.claim(2, guards: [Sample.order]))
            let holder = try #require(holders.first)
            #expect(holders.count == 1)
            #expect(holder.holds == Sample.order)
            #expect(holder.fingerprint == Fingerprint(stored: "1-1"))
            #expect(withoutAges(holder.payment) == withoutAges(first))
            #expect(try await store.repository.payment(Sample.payment(2)) == nil)
        }
    }

    /// The second of two equal requests derives the same payment and must not take it for its own.
    @Test func anEqualClaimIsHeldByTheFirst() async throws {
        try await withStore { store in
            let claim = try Sample.claim(1)
            let first = try await store.repository.claimed(claim)
            let holders = try await store.repository.held(claim)
            #expect(holders.map(\.payment.id) == [first.id])
            #expect(try store.sql("SELECT count(*) FROM payment_events") == "1")
        }
    }

    @Test func aPartlyFreeClaimLeavesNoTrace() async throws {
        try await withStore { store in
            _ = try await store.repository.claimed(Sample.claim(1, guards: [Sample.order]))
            let before = try guards(store)

            let holders = try await store.repository.held(
                Sample.claim(2, guards: [Sample.key, Sample.order])
            )
            #expect(holders.map(\.payment.id) == [try Sample.payment(1)])
            #expect(try guards(store) == before)
            #expect(try await store.repository.holders(of: [Sample.key]).isEmpty)
            // And so the key is free for somebody else.
            _ = try await store.repository.claimed(Sample.claim(3, guards: [Sample.key]))
        }
    }

    @Test func oneBadClaimOfAGroupFailsAlone() async throws {
        try await withStore { store in
            // PostgreSQL cannot hold its guard as text; the others of the group can be written.
            let results = try await withThrowingTaskGroup(of: StoreFailure?.self) { group in
                for number in 1...20 {
                    let wanted = Guard(kind: .card, key: number == 7 ? "\0" : "card-\(number)")
                    let claim = try Sample.claim(number, guards: [wanted])
                    group.addTask {
                        do throws(StoreFailure) {
                            _ = try await store.repository.claim(claim)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.compactMap(\.self) == [.refused])
            #expect(try store.sql("SELECT count(*) FROM payments") == "19")
        }
    }

    @Test func joinPointsAFreeGuardAtAPayment() async throws {
        try await withStore { store in
            let repository = store.repository
            let first = try await repository.claimed(Sample.claim(1))
            let second = Guard(kind: .key, key: "key-2")
            let fingerprint = Fingerprint(stored: "1-other")
            try await repository.join(second, fingerprint: fingerprint, to: first.id)
            let holders = try await repository.holders(of: [second, Sample.order, Sample.key])
            #expect(holders.map(\.holds) == [second, Sample.key])
            #expect(holders.map(\.fingerprint.description) == ["1-other", "1-1"])
            #expect(holders.map(\.attempts) == [0, 1])

            // A guard in other hands, and a payment that does not exist, change nothing.
            try await repository.join(Sample.key, fingerprint: fingerprint, to: Sample.payment(2))
            try await repository.join(Sample.order, fingerprint: fingerprint, to: Sample.payment(2))
            #expect(try await repository.holders(of: [Sample.order]).isEmpty)
        }
    }

    private func guards(_ store: Store) throws -> String {
        try store.sql(
            """
            SELECT kind, key, payment_id, fingerprint, attempts, taken_at, previous_payment_id,
                previous_attempts
            FROM guards ORDER BY kind, key
            """
        )
    }
}

/// For comparisons of everything but the time that passed between two readings.
func withoutAges(_ payment: Payment) -> Payment {
    var payment = payment
    payment.times.sinceClaim = .zero
    payment.times.sinceAsked = .zero
    payment.times.sinceChange = .zero
    payment.operation = Operation(
        name: payment.operation.name,
        number: payment.operation.number,
        request: payment.operation.request,
        age: .zero,
        stripeTimeSeconds: payment.operation.stripeTimeSeconds
    )
    return payment
}
