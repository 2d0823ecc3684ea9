import PaymentStore
import Payments
import TestKit
import Testing

/// The shop's charge that wants its customer, in the database.
@Suite struct OffSessionStoreTests {
    private static let week = Duration.seconds(7 * 86_400)

    private func purchase() throws -> Purchase {
        let known = try Sample.purchase(order: "order-1", customer: "ann")
        return Purchase(
            caller: known.caller,
            order: known.order,
            cart: known.cart,
            currency: known.currency,
            flow: .offSession
        )
    }

    /// A charge that waits for its customer from now on.
    private func wanted(_ store: Store, for patience: Duration = week) async throws -> Payment {
        let claim = try Sample.claim(1, guards: [Sample.key, Sample.order], purchase: purchase())
        let claimed = try await store.repository.claimed(claim)
        #expect(claimed.purchase.flow == .offSession)
        var change = PaymentChange(of: claimed, by: Sample.instance, event: "found")
        change.state = .requiresCustomer
        change.intent = try Sample.intent(1)
        change.receipt = Sample.receipt
        change.release = .lookAfter(patience)
        return try #require(try await store.repository.record(change))
    }

    private func due(_ store: Store) async throws -> [Payment] {
        try await store.repository.takeDue(atMost: 10, by: Sample.other, stripeSeconds: 9_000_000)
    }

    @Test func itWaitsForAWeekWhateverStripesClockSays() async throws {
        try await withStore { store in
            let wanted = try await wanted(store)
            #expect(wanted.owner == .nobody)
            let read = try #require(try await store.repository.payment(wanted.id))
            #expect(read.state == .requiresCustomer)
            #expect(read.purchase == wanted.purchase)
            #expect(try await due(store).isEmpty)
            let hours =
                "SELECT round(extract(epoch FROM look_at - changed_at) / 3600) FROM payments"
            #expect(try store.sql(hours) == "168")
        }
    }

    @Test func itIsFoundAfterTheWeek() async throws {
        try await withStore { store in
            let wanted = try await wanted(store, for: .zero)
            let found = try #require(try await due(store).first)
            #expect(found.id == wanted.id && found.state == .requiresCustomer)
            #expect(found.owner == .instance(Sample.other, isLive: true))
            // A second instance has nothing left to do.
            #expect(try await due(store).isEmpty)
            var change = PaymentChange(of: found, by: Sample.other, event: "ended")
            change.state = .canceling
            change.closing = .windowExpired
            change.nextStep = NextStep(
                name: .cancel,
                request: Sample.request("cancel"),
                stripeSeconds: nil,
                isAskedByCustomer: false
            )
            let canceling = try #require(try await store.repository.record(change))
            let end = Sample.end(canceling, .expired, .windowExpired, by: Sample.other)
            _ = try #require(try await store.repository.record(end))
            let told = "SELECT type FROM fulfillments"
            #expect(try store.sql(told) == "payment.failed")
        }
    }

    /// The customer pays with another card: the order goes on.
    @Test func aReplacedOneIsNoFailure() async throws {
        try await withStore { store in
            let wanted = try await wanted(store)
            let end = Sample.end(wanted, .canceled, .replaced)
            _ = try #require(try await store.repository.record(end))
            #expect(try store.sql("SELECT count(*) FROM fulfillments") == "0")
        }
    }

    /// The customer's confirm takes it from nobody, and their time begins anew.
    @Test func theCustomerGoesOnWithIt() async throws {
        try await withStore { store in
            let wanted = try await wanted(store)
            try store.sql("UPDATE payments SET asked_at = now() - interval '5 days'")
            let old = try #require(try await store.repository.payment(wanted.id))
            #expect(old.times.sinceAsked > .seconds(86_400))
            var change = PaymentChange(of: old, by: Sample.other, event: "found")
            change.state = .confirming
            change.nextStep = NextStep(
                name: .confirm,
                request: Sample.request("confirm"),
                stripeSeconds: nil,
                isAskedByCustomer: true
            )
            let confirming = try #require(try await store.repository.record(change))
            #expect(confirming.operation.name == .confirm && confirming.operation.number == 1)
            #expect(confirming.times.sinceAsked < .seconds(60))
            // Whoever saw it wait for the customer comes too late.
            #expect(try await store.repository.record(change) == nil)
        }
    }
}
