import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct GuardTakeoverTests {
    @Test func aClosedHolderGivesWay() async throws {
        try await withStore { store in
            let old = try await store.repository.ended(
                Sample.claim(1, guards: [Sample.key, Sample.order])
            )
            let claim = try Sample.claim(
                2,
                guards: [Sample.key, Sample.order],
                from: [Sample.key: old.id, Sample.order: old.id],
                attempts: 2
            )
            _ = try await store.repository.claimed(claim)
            let holders = try await store.repository.holders(of: [Sample.key, Sample.order])
            #expect(holders.map(\.payment.id) == [claim.payment, claim.payment])
            // The first guard's count grows, the others keep theirs; what was first asked stays.
            #expect(holders.map(\.attempts) == [2, 0])
            #expect(holders.map(\.fingerprint.description) == ["1-1", "1-1"])
        }
    }

    enum Holder: CaseIterable, CustomTestStringConvertible {
        case open, succeeded, another, unseen, held
        var testDescription: String { "\(self)" }
    }

    /// Not from an open holder, not from a paid one, not from another one than the request saw, not
    /// without having seen one, and not while the guards are held.
    @Test(arguments: Holder.allCases)
    func anyOtherHolderStays(_ holder: Holder) async throws {
        try await withStore { store in
            let repository = store.repository
            let first = try await repository.claimed(Sample.claim(1))
            var seen: [Guard: PaymentID] = [Sample.key: first.id]
            switch holder {
            case .open: break
            case .succeeded: _ = try await repository.record(Sample.success(first))
            case .another:
                _ = try await close(first, in: store)
                seen = [Sample.key: try Sample.payment(9)]
            case .unseen:
                _ = try await close(first, in: store)
                seen = [:]
            case .held:
                _ = try await close(first, in: store)
                try store.sql("UPDATE payments SET guards_held_until = now() + interval '60 s'")
            }
            let holders = try await repository.held(Sample.claim(2, from: seen))
            #expect(holders.map(\.payment.id) == [first.id])
            #expect(try await repository.payment(Sample.payment(2)) == nil)
        }
    }

    @Test func aPaidCardGivesWayButNothingElseDoes() async throws {
        try await withStore { store in
            let card = Guard(kind: .card, key: "card-1")
            let paid = try await store.repository.claimed(
                Sample.claim(1, guards: [Sample.key, card])
            )
            _ = try await store.repository.record(Sample.success(paid))
            let claim = try Sample.claim(2, guards: [card], from: [card: paid.id])
            _ = try await store.repository.claimed(claim)
        }
    }

    /// The key could be taken over, the order is open: the key goes back to its holder as it was.
    @Test func aTakeoverThatGetsOnlyAPartIsUndone() async throws {
        try await withStore { store in
            let repository = store.repository
            let closed = try await repository.ended(Sample.claim(1, attempts: 3))
            let open = try await repository.claimed(Sample.claim(2, guards: [Sample.order]))

            let holders = try await repository.held(
                Sample.claim(
                    3,
                    guards: [Sample.key, Sample.order],
                    from: [Sample.key: closed.id, Sample.order: open.id],
                    attempts: 4
                )
            )
            #expect(holders.map(\.payment.id) == [closed.id, open.id])
            #expect(holders.map(\.attempts) == [3, 1])
            // It is as free as before.
            _ = try await repository.claimed(Sample.claim(4, from: [Sample.key: closed.id]))
        }
    }

    /// Stripe keeps no answer to a request that it refused before executing it, so the first send
    /// of an instance that was taken for dead may still charge.
    @Test(arguments: [true, false])
    func aRefusalThatAnotherInstanceReadHoldsTheGuards(isFirstSender: Bool) async throws {
        try await withStore { store in
            let repository = store.repository
            var payment = try await repository.claimed(Sample.claim(1))
            var instance = Sample.instance
            if !isFirstSender {
                try store.letLeaseLapse(of: instance)
                instance = Sample.other
                payment = try #require(
                    try await repository.takeOver(payment, by: instance, customerIsHere: true)
                )
            }
            let end = Sample.end(payment, .canceled, .refused, by: instance)
            #expect(try await repository.record(end)?.state == .canceled)

            let next = try Sample.claim(
                2,
                by: instance,
                from: [Sample.key: payment.id],
                attempts: 2
            )
            if isFirstSender {
                _ = try await repository.claimed(next)
            } else {
                #expect(try await repository.held(next).map(\.payment.id) == [payment.id])
                let left = "guards_held_until - changed_at = interval '60 s'"
                #expect(try store.sql("SELECT \(left) FROM payments") == "t")
                try store.sql("UPDATE payments SET guards_held_until = now()")
                _ = try await repository.claimed(next)
            }
        }
    }

    private func close(_ payment: Payment, in store: Store) async throws -> Payment? {
        let end = Sample.end(payment, .declined, Closing(code: "card_declined"))
        return try await store.repository.record(end)
    }
}
