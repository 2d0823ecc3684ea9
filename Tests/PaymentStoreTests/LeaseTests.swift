import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct LeaseTests {
    @Test func aLiveLeaseIsRenewedAndALapsedOneIsNot() async throws {
        try await withStore { store in
            let repository = store.repository
            #expect(try await repository.renewLease(of: Sample.instance, for: .seconds(600)))
            #expect(try await repository.renewLease(of: Sample.instance, for: .seconds(300)))
            #expect(try left(store) == "t")
            try store.letLeaseLapse(of: Sample.instance)
            #expect(try await !repository.renewLease(of: Sample.instance, for: .seconds(300)))
            #expect(try await repository.renewLease(of: Sample.other, for: .seconds(300)))
        }
    }

    /// A claim that its instance slept over, or that was on its way for too long, is none.
    @Test func whoHasNoLeaseClaimsNothing() async throws {
        try await withStore { store in
            let repository = store.repository
            try store.letLeaseLapse(of: Sample.instance)
            await #expect(throws: StoreFailure.unavailable) {
                try await repository.claim(try Sample.claim(1))
            }
            #expect(try store.sql("SELECT count(*) FROM guards") == "0")
            #expect(try await repository.payment(try Sample.claim(1).payment) == nil)
            let awake = InstanceID("instance-3")
            _ = try await repository.renewLease(of: awake, for: .seconds(600))
            _ = try await repository.claimed(try Sample.claim(1, by: awake))
        }
    }

    @Test func anEndedLeaseIsOver() async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.instance, for: .seconds(600))
            let payment = try await repository.claimed(Sample.claim(1))
            try await repository.endLease(of: Sample.instance)
            #expect(try await !repository.renewLease(of: Sample.instance, for: .seconds(600)))
            let read = try #require(try await repository.payment(payment.id))
            #expect(read.owner == .instance(Sample.instance, isLive: false))
        }
    }

    /// Once somebody has taken a payment because the lease had lapsed, no renewal that began before
    /// may bring it back.
    @Test func aTakerEndsTheLease() async throws {
        try await withStore { store in
            let repository = store.repository
            _ = try await repository.renewLease(of: Sample.instance, for: .seconds(600))
            let payment = try await repository.claimed(Sample.claim(1))
            try store.sql("UPDATE instances SET lease_until = now()")
            let taken = try await repository.takeOver(
                payment,
                by: Sample.other,
                customerIsHere: false
            )
            #expect(taken != nil)
            // As a renewal would find it that had read the clock before.
            try store.sql("UPDATE instances SET lease_until = now() + interval '600 s'")
            #expect(try await !repository.renewLease(of: Sample.instance, for: .seconds(600)))
        }
    }

    private func left(_ store: Store) throws -> String {
        let left = "lease_until - now() BETWEEN interval '1 s' AND interval '300 s'"
        return try store.sql("SELECT \(left) FROM instances WHERE id = '\(Sample.instance)'")
    }
}
