import Payments
import Postgres
import Testing

@testable import PaymentStore

@Suite struct FixedPlanTests {
    /// On tables that are empty, and known to be, the planner would rather read all of a table; the
    /// plan stays when they are large.
    @Test func eachTableIsLookedIntoByItsKey() async throws {
        try await withStore { store in
            try store.sql("ANALYZE")
            let reads = [
                HolderReads.statements([
                    GuardQuery(guards: [Guard(kind: .key, key: "a")], order: nil)
                ]),
                PaymentReads.statements([
                    .ours(try Sample.payment(1)),
                    .stripes(try #require(PaymentIntentID("pi_1"))),
                ]),
            ]
            for statements in reads {
                for read in statements.dropFirst() {
                    let plan = try await Self.plan(of: read, after: statements[0], in: store)
                    let scans = plan.indices.filter { plan[$0].contains(" Scan using ") }
                    #expect(scans.count >= 4, "\(plan)")
                    for scan in scans { #expect(plan[scan + 1].contains("Index Cond"), "\(plan)") }
                    #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
                }
            }
        }
    }

    private static func plan(
        of read: SQL,
        after settings: SQL,
        in store: Store
    ) async throws -> [String] {
        let rows = try await store.database.run([settings, "EXPLAIN \(read)"])
        return try rows[1].map { try $0.string(0) }
    }
}
