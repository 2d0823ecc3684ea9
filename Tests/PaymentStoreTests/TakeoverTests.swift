import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct TakeoverTests {
    @Test func aLiveOwnerKeepsIt() async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.instance, for: .seconds(600))
            let payment = try await repository.claimed(Sample.claim(1))
            let taken = try await repository.takeOver(
                payment,
                by: Sample.other,
                customerIsHere: true
            )
            #expect(taken == nil)
            #expect(try store.sql("SELECT fence, owner FROM payments") == "1|instance-1")
        }
    }

    @Test(arguments: [true, false])
    func aLapsedOwnerLosesIt(customerIsHere: Bool) async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.other, for: .seconds(600))
            let payment = try await claimedByTheDead(store)
            try store.sql("UPDATE payments SET asked_at = now() - interval '1 h'")
            let taken = try #require(
                try await repository.takeOver(
                    payment,
                    by: Sample.other,
                    customerIsHere: customerIsHere
                )
            )
            #expect(taken.fence == 2)
            #expect(taken.owner == .instance(Sample.other, isLive: true))
            #expect((taken.times.sinceAsked < .seconds(1200)) == customerIsHere)
            #expect(try store.sql("SELECT takeovers FROM payments") == "1")
        }
    }

    @Test func oneOfManyTakersWins() async throws {
        try await withTwoStores { first, second in
            let payment = try await claimedByTheDead(first)
            let results = try await atOnce(20) { number in
                try await [first, second][number % 2].repository.takeOver(
                    payment,
                    by: InstanceID("taker-\(number)"),
                    customerIsHere: true
                )
            }
            #expect(results.compactMap(\.self).count == 1)
            #expect(try first.sql("SELECT fence, event_number FROM payments") == "2|2")
        }
    }

    @Test func anOldFenceTakesNothing() async throws {
        try await withStore { store in
            var payment = try await claimedByTheDead(store)
            payment.fence = 7
            let taken = try await store.repository.takeOver(
                payment,
                by: Sample.other,
                customerIsHere: true
            )
            #expect(taken == nil)
        }
    }

    /// A gift is no death: what its owner released has no takeovers to count.
    @Test func onlyTheDeadAreCountedAndProgressForgetsThem() async throws {
        try await withStore { store in
            let repository = store.repository
            let payment = try await claimedByTheDead(store)
            let taken = try #require(
                try await repository.takeOver(payment, by: Sample.other, customerIsHere: false)
            )
            var change = PaymentChange(of: taken, by: Sample.other, event: "waiting")
            change.release = .lookAfter(.zero)
            let released = try #require(try await repository.record(change))
            #expect(try store.sql("SELECT takeovers FROM payments") == "1")

            let again = try #require(
                try await repository.takeOver(released, by: Sample.other, customerIsHere: false)
            )
            #expect(try store.sql("SELECT takeovers FROM payments") == "1")
            _ = try #require(try await repository.record(Sample.success(again, by: Sample.other)))
            #expect(try store.sql("SELECT takeovers FROM payments") == "0")
        }
    }
}

/// A payment of an instance whose lease has lapsed.
func claimedByTheDead(
    _ store: Store,
    _ number: Int = 1,
    instance: InstanceID = Sample.instance
) async throws -> Payment {
    try store.sql(
        """
        INSERT INTO instances (id, lease_until) VALUES ('\(instance)', now() + interval '600 s')
        ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until, ended_at = NULL
        """
    )
    let wanted = Guard(kind: .key, key: "key-\(number)")
    let payment = try await store.repository.claimed(
        Sample.claim(number, by: instance, guards: [wanted])
    )
    try store.letLeaseLapse(of: instance)
    return payment
}

extension Store {
    func letLeaseLapse(of instance: InstanceID) throws {
        try sql("UPDATE instances SET lease_until = now() WHERE id = '\(instance)'")
    }
}
