import Audit
import Money
import Payments
import Postgres
import TestKit
import Testing

@testable import PaymentStore

/// The book as people see it.
@Suite struct OpsBookTests {
    /// Five payments of three orders and two customers; the third one is paid.
    private static func fill(_ store: Store) async throws {
        for number in 1...5 {
            let claim = try Sample.claim(
                number,
                guards: [Guard(kind: .key, key: "key-\(number)")],
                purchase: Sample.purchase(
                    order: number < 4 ? "small" : "4242",
                    customer: number == 2 ? "Ann" : number == 5 ? "Bob" : nil
                )
            )
            let payment = try await store.repository.claimed(claim)
            if number == 3 { _ = try await store.repository.record(Sample.success(payment)) }
        }
    }

    private static func numbers(
        _ store: Store,
        atMost count: Int = 10,
        _ change: (inout PaymentSearch) -> Void
    ) async throws -> [String] {
        var search = PaymentSearch()
        change(&search)
        let found = try await SQLOpsBook(database: store.database)
            .payments(search, atMost: count)
        return found.map { String($0.id.description.suffix(1)) }
    }

    @Test func aSearchFindsByWhateverIsKnown() async throws {
        try await withStore { store in
            try await Self.fill(store)
            func found(_ text: String) async throws -> [String] {
                try await Self.numbers(store) { $0.text = SearchText(text) }
            }
            #expect(try await found(Sample.payment(2).description) == ["2"])
            #expect(try await found("pi_00000000000000000000000000000003") == ["3"])
            #expect(try await found("small") == ["3", "2", "1"])
            #expect(try await found("Ann") == ["2"])
            #expect(try await found("4242") == ["5", "4"])
            #expect(try await found("ann") == [])
            #expect(try await found("small' OR 'a' = 'a") == [])
        }
    }

    /// The last four digits are known of saved cards.
    @Test func aSearchFindsByTheLastFourOfASavedCard() async throws {
        try await withStore { store in
            try await Self.fill(store)
            let card = CardFacts(
                method: try #require(PaymentMethodID("pm_2")),
                customer: StripeCustomerID("cus_1"),
                fingerprint: "print",
                brand: "visa",
                last4: "4242",
                expiryMonth: 12,
                expiryYear: 2030
            )
            let ann = try #require(CustomerReference("Ann"))
            try await SQLCustomerDirectory(database: store.database)
                .learn([card], of: ann, savedBy: nil)
            #expect(
                try await Self.numbers(store) { $0.text = SearchText("4242") } == ["5", "4", "2"]
            )
            let file = try await SQLOpsBook(database: store.database).file(of: Sample.payment(2))
            #expect(file?.payment.card == BookedPayment.Card(brand: "visa", last4: "4242"))
        }
    }

    @Test func filtersAndPages() async throws {
        try await withStore { store in
            try await Self.fill(store)
            #expect(try await Self.numbers(store) { _ in } == ["5", "4", "3", "2", "1"])
            #expect(try await Self.numbers(store, atMost: 2) { _ in } == ["5", "4"])
            let last = try Sample.payment(4)
            #expect(try await Self.numbers(store, atMost: 2) { $0.after = last } == ["3", "2"])
            #expect(try await Self.numbers(store) { $0.state = .succeeded } == ["3"])
            #expect(try await Self.numbers(store) { $0.state = .creating } == ["5", "4", "2", "1"])
            #expect(
                try await Self.numbers(store) { $0.order = OrderID("small") } == ["3", "2", "1"]
            )
            #expect(
                try await Self.numbers(store) { $0.customer = CustomerReference("Bob") } == ["5"]
            )
            #expect(try await Self.numbers(store) { $0.from = 4_000_000_000_000_000 } == [])
            #expect(try await Self.numbers(store) { $0.until = 1 } == [])
            #expect(
                try await Self.numbers(store) {
                    $0.text = SearchText("small")
                    $0.state = .succeeded
                } == ["3"]
            )
        }
    }

    @Test func aKeyLeadsToItsHolder() async throws {
        try await withStore { store in
            try await Self.fill(store)
            let book = SQLOpsBook(database: store.database)
            let found = try await book.holders(of: ["key-4", "nothing"])
            #expect(found.map(\.id) == [try Sample.payment(4)])
        }
    }

    @Test func theOverviewCountsWhatBeganTodayAndWhatIsUnknown() async throws {
        try await withStore { store in
            try await Self.fill(store)
            try store.sql(
                """
                UPDATE payments SET changed_at = changed_at - interval '1 hour'
                WHERE id = '\(Sample.payment(4))';
                UPDATE payments SET claimed_at = claimed_at - interval '2 days'
                WHERE id = '\(Sample.payment(1))'
                """
            )
            let overview = try await SQLOpsBook(database: store.database).overview()
            let paid = Overview.Outcome(
                state: "succeeded",
                currency: "usd",
                count: 1,
                minorUnits: 1400
            )
            #expect(overview.today.contains(paid))
            #expect(overview.today.map(\.count).reduce(0, +) == 4)
            #expect(overview.isWhole)
            #expect(overview.unresolvedCount == 4)
            #expect(overview.unresolved.first?.id == (try Sample.payment(4)))
            #expect(overview.newestSeal == nil)
            #expect(overview.findings == [])
        }
    }

    @Test func aFileHoldsAllThatIsWrittenDown() async throws {
        try await withStore { store in
            try await Self.fill(store)
            try await Self.note(
                "suspected_duplicate",
                about: 3,
                "other=\(Sample.payment(2))",
                store
            )
            let book = SQLOpsBook(database: store.database)
            let file = try #require(try await book.file(of: Sample.payment(3)))
            #expect(file.payment.state == .succeeded)
            #expect(file.payment.amount == Amount(minorUnits: 1400, currency: .usd))
            #expect(file.timeline.events.map(\.word) == ["claimed", "succeeded"])
            #expect(file.findings.map(\.key.kind) == ["suspected_duplicate"])
            #expect(file.refunds == [])
            #expect(try await book.file(of: Sample.payment(9)) == nil)
        }
    }

    @Test func duplicatesAreOpenFindingsWithTheirPayments() async throws {
        try await withStore { store in
            try await Self.fill(store)
            try await Self.note(
                "suspected_duplicate",
                about: 3,
                "other=\(Sample.payment(2))",
                store
            )
            try await Self.note("quarantined", about: 4, "a=b", store)
            let book = SQLOpsBook(database: store.database)
            let cases = try await book.duplicates(atMost: 10)
            #expect(
                cases.map { $0.payments.map(\.id) } == [
                    [try Sample.payment(2), try Sample.payment(3)]
                ]
            )
            #expect(try await book.findings(.open, after: nil, atMost: 10).count == 2)
            let key = try #require(cases.first?.finding.key)
            #expect(
                try await book.findings(.open, after: key, atMost: 10).map(\.key.kind) == [
                    "quarantined"
                ]
            )
            let table = FindingTable(database: store.database)
            let said = KeptFinding.Decision(by: "Bob", reason: "meant", evidence: nil)
            #expect(try await table.decide(key, .explained, said))
            #expect(try await book.duplicates(atMost: 10) == [])
            #expect(try await book.findings(.explained, after: nil, atMost: 10).map(\.key) == [key])
            #expect(try await book.finding(key)?.decision == said)
            #expect(try await book.findings(.closed, after: nil, atMost: 10) == [])
        }
    }

    private static func note(
        _ kind: String,
        about number: Int,
        _ detail: String,
        _ store: Store
    ) async throws {
        let statement = FindingStatements.note(
            about: try Sample.payment(number).description,
            kind,
            detail
        )
        _ = try await store.database.query(statement)
    }

    /// What no index serves is read from end to end, which ten million rows do not allow.
    @Test func nothingIsReadFromEndToEnd() async throws {
        try await withStore { store in
            try await Self.fill(store)
            var searches: [PaymentSearch] = []
            for text in [try Sample.payment(1).description, "pi_1", "small", "4242"] {
                var search = PaymentSearch()
                search.text = SearchText(text)
                searches.append(search)
            }
            for state in [PaymentState.declined, .unresolved] {
                var search = PaymentSearch()
                search.state = state
                search.after = try Sample.payment(4)
                searches.append(search)
            }
            let statements =
                searches.map { ConsoleStatements.payments($0, atMost: 50) } + [
                    ConsoleStatements.payments([try Sample.payment(1)]),
                    ConsoleStatements.holders(of: ["key-1"]), ConsoleStatements.today,
                    ConsoleStatements.unresolved([.unresolved], atMost: 20),
                    ConsoleStatements.refunds(of: try Sample.payment(1)),
                    ConsoleStatements.duplicates(atMost: 50),
                    ConsoleStatements.findings(.open, after: nil, atMost: 50),
                    ConsoleStatements.findings(.closed, after: nil, atMost: 50),
                ]
            for statement in statements {
                let rows = try await store.database.run([
                    "SELECT set_config('enable_seqscan', 'off', true)", "EXPLAIN \(statement)",
                ])
                let plan = try rows[1].map { (row: Row) throws(DatabaseError) in
                    try row.string(0)
                }
                .joined(separator: "\n")
                #expect(plan.contains("Index"), "\(statement)")
                #expect(!plan.contains("Seq Scan"), "\(statement)\n\(plan)")
            }
        }
    }
}
