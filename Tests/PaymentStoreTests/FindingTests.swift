import Audit
import Crypto
import PaymentStore
import Payments
import TestKit
import Testing

/// The life of a finding: open, explained, closed, and open again when its facts are others.
@Suite struct FindingTests {
    private static let key = KeptFinding.Key(
        subject: SampleHistory.payment(1),
        kind: "amount_differs"
    )
    private static let window = AuditWindow(from: 0, until: 1_000)

    private func finding(_ amount: String) -> AuditFinding {
        AuditFinding(.amountDiffers, Self.key.subject, at: 10, [.init("stripe", amount)])
    }

    private func keep(_ amount: String, in store: Store) async throws {
        try await SQLAuditLedger(database: store.database) { "" }
            .keep([finding(amount)], hash: { SHA256.hash($0) })
    }

    private func state(in store: Store) async throws -> KeptFinding? {
        try await FindingTable(database: store.database).findings(about: Self.key.subject).first
    }

    @Test func `An explanation stands until the facts are others`() async throws {
        try await withStore { store in
            let table = FindingTable(database: store.database)
            try await keep("1500", in: store)
            #expect(try await state(in: store)?.state == .open)
            let why = KeptFinding.Decision(by: "ann", reason: "a tip", evidence: "mail 7")
            #expect(try await table.decide(Self.key, .explained, why))
            try await keep("1500", in: store)
            let same = try #require(try await state(in: store))
            #expect(same.state == .explained)
            #expect(same.decision == why)
            try await keep("1600", in: store)
            let other = try #require(try await state(in: store))
            #expect(other.state == .open)
            #expect(other.decision == nil)
            #expect(other.detail == "stripe=1600")
            let history = try await table.history(of: Self.key)
            #expect(history.map(\.state) == [.open, .explained, .open])
            #expect(history.map { $0.decision?.by } == ["audit", "ann", "audit"])
            #expect(history[1].decision?.evidence == "mail 7")
        }
    }

    @Test func `What is not there any more is closed, and opens when it is there again`()
        async throws
    {
        try await withStore { store in
            let ledger = SQLAuditLedger(database: store.database) { "" }
            try await keep("1500", in: store)
            // Seen after the moment: stays. Another kind, another window: stays.
            try await ledger.closeUnseen([.amountDiffers], in: Self.window, since: 0)
            try await ledger.closeUnseen([.modeDiffers], in: Self.window, since: .max / 2)
            let later = AuditWindow(from: 11, until: 1_000)
            try await ledger.closeUnseen([.amountDiffers], in: later, since: .max / 2)
            #expect(try await state(in: store)?.state == .open)
            try await ledger.closeUnseen([.amountDiffers], in: Self.window, since: .max / 2)
            #expect(try await state(in: store)?.state == .closed)
            try await keep("1500", in: store)
            #expect(try await state(in: store)?.state == .open)
        }
    }

    /// What a service notes is the same row, and lives the same life.
    @Test func `A note opens a closed finding only with other facts`() async throws {
        try await withStore { store in
            let payment = try Sample.payment(1)
            let table = FindingTable(database: store.database)
            let key = KeptFinding.Key(subject: payment.description, kind: "contradiction")
            func note(_ detail: String) async throws {
                try await store.repository.note(
                    OpsFinding(payment: payment, kind: key.kind, detail: detail)
                )
            }
            func state() async throws -> FindingState? {
                try await table.findings(about: key.subject).first?.state
            }
            try await note("a")
            try await note("a")
            #expect(try await state() == .open)
            let done = KeptFinding.Decision(by: "ann", reason: "refunded", evidence: nil)
            #expect(try await table.decide(key, .closed, done))
            try await note("a")
            #expect(try await state() == .closed)
            try await note("b")
            #expect(try await state() == .open)
            #expect(try await table.history(of: key).map(\.state) == [.open, .closed, .open])
            #expect(try await table.findings(in: [.open], atMost: 10).map(\.key) == [key])
            let unknown = KeptFinding.Key(subject: "pay_x", kind: "mismatch")
            #expect(try await !table.decide(unknown, .closed, done))
        }
    }
}
