import Payments
import TestKit
import Testing

@testable import PaymentStore
@testable import Postgres

@Suite struct RecoverySearchTests {
    private static let recoverer = InstanceID("recoverer")

    struct Case: CustomStringConvertible, Sendable {
        let description: String
        /// What the row is made to be.
        let row: String
        let owner: Owner
        let stripeSeconds: Int64?
        let isDue: Bool

        /// As it is written in a statement.
        enum Owner: String {
            case nobody = "NULL"
            case dead = "'instance-1'"
            case alive = "'instance-2'"
        }

        init(
            _ name: String,
            _ row: String,
            owner: Owner = .nobody,
            stripeSeconds: Int64? = 2_000_000,
            isDue: Bool
        ) {
            description = name
            self.row = row
            self.owner = owner
            self.stripeSeconds = stripeSeconds
            self.isDue = isDue
        }
    }

    static let cases: [Case] = [
        Case("due", "state = 'creating', look_at = now()", isDue: true),
        Case("not yet", "state = 'creating', look_at = now() + interval '9 s'", isDue: false),
        Case("confirming", "state = 'confirming', look_at = now()", isDue: true),
        Case("authorized", "state = 'authorized', look_at = now()", isDue: true),
        Case("capturing", "state = 'capturing', look_at = now()", isDue: true),
        Case("of the dead, held", "state = 'capturing'", owner: .dead, isDue: true),
        Case("canceling", "state = 'canceling', look_at = now()", isDue: true),
        Case("processing", "state = 'processing', look_at = now()", isDue: true),
        Case("unresolved", "state = 'unresolved', look_at = now()", isDue: true),
        Case("ended", "state = 'declined', look_at = now()", isDue: false),
        Case("paid", "state = 'succeeded', look_at = now()", isDue: false),
        Case("a person's", "state = 'quarantined', look_at = now()", isDue: false),
        Case("a newer program's", "state = 'refunding', look_at = now()", isDue: false),
        Case("in work", "state = 'creating', look_at = now()", owner: .alive, isDue: false),
        Case("of the dead", "state = 'creating', look_at = NULL", owner: .dead, isDue: true),
        Case("third death", "state = 'creating', takeovers = 2", owner: .dead, isDue: true),
        Case("fourth death", "state = 'creating', takeovers = 3", owner: .dead, isDue: false),
        Case(
            "challenge, hour over",
            "state = 'requires_action', look_at = now(), action_stripe_seconds = 1999999",
            isDue: true
        ),
        Case(
            "challenge, fresh",
            """
            state = 'requires_action', look_at = now() + interval '1 h',
            action_stripe_seconds = 1995501
            """,
            isDue: false
        ),
        Case(
            "challenge, 75 minutes by Stripe",
            """
            state = 'requires_action', look_at = now() + interval '1 h',
            action_stripe_seconds = 1995500
            """,
            isDue: true
        ),
        Case(
            "challenge, looked at by Stripe's clock before",
            """
            state = 'requires_action', look_at = now() + interval '1 h',
            action_stripe_seconds = 1995500, is_overdue = true
            """,
            isDue: false
        ),
        Case(
            "challenge, Stripe's clock unknown",
            """
            state = 'requires_action', look_at = now() + interval '1 h',
            action_stripe_seconds = 0
            """,
            stripeSeconds: nil,
            isDue: false
        ),
        Case(
            "challenge of the dead, fresh",
            "state = 'requires_action', look_at = NULL, changed_at = now()",
            owner: .dead,
            isDue: false
        ),
        Case(
            "challenge of the dead, 75 minutes old",
            """
            state = 'requires_action', look_at = NULL,
            changed_at = now() - interval '75 minutes'
            """,
            owner: .dead,
            isDue: true
        ),
    ]

    @Test func whatIsDueIsTakenOnce() async throws {
        try await withEachRow(of: Self.cases) { row, store in
            // Taken rows are not due for anybody else, be it the same recoverer again.
            for expected in [row.isDue ? 1 : 0, 0] {
                let taken = try await store.repository.takeDue(
                    atMost: 10,
                    by: Self.recoverer,
                    stripeSeconds: row.stripeSeconds
                )
                #expect(taken.count == expected, "\(row)")
                #expect(taken.allSatisfy { $0.fence == 2 }, "\(row)")
            }
        }
    }

    /// Should the taker die, the next one finds it at once, a challenge too.
    @Test func whatTheDeadHadTakenIsTakenAgain() async throws {
        let rows = Self.cases.filter { $0.isDue && $0.owner == .nobody }
        try await withEachRow(of: rows) { row, store in
            for (taker, fence) in [(Self.recoverer, 2), (Sample.other, 3)] {
                let taken = try await store.repository.takeDue(
                    atMost: 10,
                    by: taker,
                    stripeSeconds: row.stripeSeconds
                )
                #expect(taken.map(\.fence) == [Int64(fence)], "\(row)")
                try store.sql("UPDATE instances SET lease_until = now() WHERE id = '\(taker)'")
            }
        }
    }

    @Test func twoRecoverersTakeDifferentOnes() async throws {
        try await withTwoStores { first, second in
            let count = 100
            for number in 0..<count {
                let wanted = Guard(kind: .key, key: "key-\(number)")
                let payment = try await first.repository.claimed(
                    Sample.claim(number, guards: [wanted])
                )
                var change = PaymentChange(of: payment, by: Sample.instance, event: "waiting")
                change.release = .lookAfter(.zero)
                _ = try await first.repository.record(change)
            }
            let taken = try await atOnce(20) { number in
                try await [first, second][number % 2].repository.takeDue(
                    atMost: 7,
                    by: InstanceID("recoverer-\(number % 2)"),
                    stripeSeconds: nil
                )
            }
            .flatMap(\.self)
            #expect(Set(taken.map(\.id)).count == taken.count)
            var left = count - taken.count
            while left > 0 {
                let more = try await first.repository.takeDue(
                    atMost: 7,
                    by: Self.recoverer,
                    stripeSeconds: nil
                )
                try #require((1...7).contains(more.count))
                left -= more.count
            }
            #expect(try first.sql("SELECT count(*) FROM payments WHERE fence = 2") == "\(count)")
        }
    }

    @Test func aThirdDeathIsNotedOnce() async throws {
        try await withStore { store in
            let repository = store.repository
            let payment = try await claimedByTheDead(store)
            for death in 1...5 {
                let instance = InstanceID("victim-\(death)")
                _ = try await repository.renewLease(of: instance, for: .seconds(600))
                let taken = try await repository.takeDue(
                    atMost: 1,
                    by: instance,
                    stripeSeconds: nil
                )
                #expect(taken.map(\.id) == (death <= 3 ? [payment.id] : []))
                try store.sql("UPDATE instances SET lease_until = now()")
            }
            #expect(
                try store.sql("SELECT payment_id, kind, state FROM findings")
                    == "\(payment.id)|no_progress|open"
            )
        }
    }

    /// A row that this program cannot read becomes a finding and does not hide the others.
    @Test func anUnreadableRowIsNoted() async throws {
        try await withStore { store in
            for number in [1, 2] { _ = try await claimedByTheDead(store, number) }
            let bad = try Sample.payment(1)
            try store.sql("UPDATE payments SET cart = '???' WHERE id = '\(bad)'")
            let taken = try await store.repository.takeDue(
                atMost: 10,
                by: Self.recoverer,
                stripeSeconds: nil
            )
            #expect(taken.map(\.id) == [try Sample.payment(2)])
            #expect(
                try store.sql("SELECT payment_id, kind FROM findings") == "\(bad)|unreadable"
            )
        }
    }

    /// Its finding could not be written: who asked does not know what was taken, and is told so.
    @Test func aFindingThatFailsHidesNothing() async throws {
        try await withStore { store in
            for number in [1, 2] { _ = try await claimedByTheDead(store, number) }
            try store.sql("UPDATE payments SET cart = '???' WHERE id = '\(Sample.payment(1))'")
            try store.sql("ALTER TABLE findings ADD CHECK (kind <> 'unreadable')")
            await #expect(throws: StoreFailure.outcomeUnknown) {
                try await store.repository.takeDue(
                    atMost: 10,
                    by: Self.recoverer,
                    stripeSeconds: nil
                )
            }
            #expect(
                try store.sql("SELECT count(*) FROM payments WHERE owner = '\(Self.recoverer)'")
                    == "2"
            )
        }
    }

    /// What an instance owns and should be at work on, and nothing that waits for somebody else.
    @Test(arguments: [
        ("state = 'creating'", true), ("state = 'confirming'", true),
        ("state = 'authorized'", true), ("state = 'capturing'", true),
        ("state = 'canceling'", true), ("state = 'processing'", true),
        ("state = 'unresolved'", true), ("state = 'requires_action'", false),
        ("state = 'open'", false), ("state = 'requires_customer'", false),
        ("state = 'succeeded'", false), ("owner = NULL", false), ("owner = 'instance-2'", false),
        ("changed_at = now() - interval '9 seconds'", false),
    ])
    func ownedIsWhatNeedsWork(_ row: String, _ isFound: Bool) async throws {
        let url = try Store.server.get().createDatabase()
        try await withStore(url: url) { store in
            let payment = try await store.repository.claimed(try Sample.claim(1))
            try store.sql("UPDATE payments SET changed_at = now() - interval '10 seconds'")
            try store.sql("UPDATE payments SET \(row)")
            let found = try await store.repository.attempts(
                of: Sample.instance,
                unchangedFor: .seconds(10)
            )
            #expect(found == (isFound ? [payment.id] : []))
        }
    }

    /// Every instance asks in each lease, also where millions are over.
    @Test func ownedIsFoundByTheIndex() async throws {
        try await withStore { store in
            let plan = try store.sql(
                "SET enable_seqscan = off; EXPLAIN "
                    + RecoverySearch.owned(by: Sample.instance, for: .seconds(10)).command
                    .replacing("$1", with: "'instance-1'").replacing("$2", with: "10000000")
            )
            #expect(plan.contains("payments_in_progress"))
        }
    }

    /// Runs `body` with a payment that was made into each of `rows`, one after the other.
    private func withEachRow(
        of rows: [Case],
        _ body: @escaping @Sendable (Case, Store) async throws -> Void
    ) async throws {
        let url = try Store.server.get().createDatabase()
        try await withStore(url: url) { store in
            for row in rows {
                try store.sql(
                    "TRUNCATE instances, guards, payments, operations, payment_events, findings"
                )
                for instance in [Self.recoverer, Sample.other] {
                    _ = try await store.repository.renewLease(of: instance, for: .seconds(600))
                }
                _ = try await claimedByTheDead(store)
                try store.sql("UPDATE payments SET \(row.row), owner = \(row.owner.rawValue)")
                try await body(row, store)
            }
        }
    }
}
