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
                    Self.looksUp(plan, atLeast: 4)
                }
            }
        }
    }

    /// A group of writes is planned without knowing how large it is. What it brings may be compared
    /// with a table by the table's index alone, and with itself by hashes: pair by pair, a group of
    /// hundreds would take the square of its size.
    @Test func eachWriteFindsItsRowsByTheirKey() async throws {
        try await withStore { store in
            try store.sql("ANALYZE")
            let claims = try (1...8).map { number in
                let key = Guard(kind: .key, key: "key-\(number)")
                return ClaimWrite(
                    claim: try Sample.claim(number, guards: [key, Sample.order]),
                    token: Int64(number)
                )
            }
            let changes = try claims.map { claim in
                ChangeWrite(change: try Sample.success(claim.payment), token: claim.token + 8)
            }
            for statements in [
                ClaimStatements.all(claims), ChangeStatement.all(changes, hold: .seconds(2)),
            ] {
                for write in statements.dropFirst() {
                    let plan = try await Self.plan(of: write, after: statements[0], in: store)
                    Self.looksUp(plan, atLeast: 2)
                    #expect(!plan.contains { $0.contains("Join Filter") }, "\(plan)")
                }
            }
        }
    }

    /// That a plan reads tables by keys of an index alone.
    private static func looksUp(_ plan: [String], atLeast least: Int) {
        let scans = plan.indices.filter { plan[$0].contains(" Scan using ") }
        #expect(scans.count >= least, "\(plan)")
        for scan in scans {
            #expect(plan[scan + 1].contains("Index Cond"), "\(plan)")
            // A guard's kind, the first column of its key, leads to a third of all guards.
            let isOfGuards = plan[scan].contains("guards_pkey")
            #expect(!isOfGuards || plan[scan + 1].contains("key"), "\(plan)")
        }
        #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
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
