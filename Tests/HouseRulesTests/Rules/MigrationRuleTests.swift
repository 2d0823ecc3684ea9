import Testing

struct MigrationRuleTests {
    private static let a = String(repeating: "a", count: 64)
    private static let b = String(repeating: "b", count: 64)
    private let recorded = "\(a)  0001_payments.sql\n\(b)  0002_orders.sql\n"

    @Test func `Migrations as they landed are in order`() {
        let present = ["0001_payments.sql": Self.a, "0002_orders.sql": Self.b]
        #expect(MigrationRule.check(recorded: recorded, present: present).isEmpty)
        #expect(MigrationRule.check(recorded: "", present: [:]).isEmpty)
    }

    @Test(arguments: [
        (
            ["0001_payments.sql": b, "0002_orders.sql": b],
            "0001_payments.sql: was edited after it landed: restore it and add a new migration"
        ),
        (["0001_payments.sql": a], "0002_orders.sql: landed and is gone"),
        (
            ["0001_payments.sql": a, "0002_orders.sql": b, "0003_more.sql": a],
            "0003_more.sql: is new: add the line \"\(a)  0003_more.sql\" to sql/migrations.sha256"
        ),
    ])
    func `An edited, removed or new migration is found`(
        present: [String: String],
        finding: String
    ) {
        let findings = MigrationRule.check(recorded: recorded, present: present)
        #expect(findings.map(\.description) == ["sql/migrations/\(finding)"])
    }

    @Test(arguments: ["0003_gap.sql", "2_short.sql", "0002-dash.sql", "0002_x.SQL", "README.md"])
    func `A name out of the row is found`(name: String) {
        let findings = MigrationRule.check(
            recorded: "\(Self.a)  0001_payments.sql\n\(Self.b)  \(name)\n",
            present: ["0001_payments.sql": Self.a, name: Self.b]
        )
        #expect(findings.map(\.path) == ["sql/migrations/\(name)"])
    }

    @Test func `Two of one number are found`() {
        let present = ["0001_a.sql": Self.a, "0001_b.sql": Self.b]
        let recorded = "\(Self.a)  0001_a.sql\n\(Self.b)  0001_b.sql\n"
        #expect(MigrationRule.check(recorded: recorded, present: present).count == 1)
    }

    @Test(arguments: ["nonsense", "\(a) 0001_payments.sql", "\(a)  0001_payments.sql  # why"])
    func `A line that is none of sha256sum's is found`(line: String) {
        let present = ["0001_payments.sql": Self.a, "0002_orders.sql": Self.b]
        let findings = MigrationRule.check(recorded: recorded + line + "\n", present: present)
        #expect(findings.map(\.line) == [3])
    }

    @Test func `A migration cannot be listed twice`() {
        let present = ["0001_payments.sql": Self.a, "0002_orders.sql": Self.b]
        let findings = MigrationRule.check(recorded: recorded + recorded, present: present)
        #expect(findings.map(\.line) == [3, 4])
    }
}
