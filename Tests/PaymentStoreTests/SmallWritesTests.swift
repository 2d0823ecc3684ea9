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
