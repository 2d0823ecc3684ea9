import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct HoldRecordTests {
    /// With the step that it decides, in one commit.
    @Test(arguments: [CVCVerdict.pass, .fail, .unavailable, .unchecked, .missing, .other("odd")])
    func theVerdictIsWrittenWithTheStep(_ verdict: CVCVerdict) async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(Sample.claim(1))
            #expect(claimed.cvcVerdict == nil)
            let held = try #require(try await store.repository.record(hold(claimed, verdict)))
            #expect(held.state == .capturing)
            #expect(held.cvcVerdict == verdict)
            #expect(held.operation.name == .capture)
            #expect(held.operation.number == 1)
            let read = try #require(try await store.repository.payment(claimed.id))
            #expect(read.state == .capturing)
            #expect(read.cvcVerdict == verdict)
            #expect(read.operation.name == .capture)
            #expect(read.operation.request == held.operation.request)
        }
    }

    @Test func theFirstVerdictStands() async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(Sample.claim(1))
            let held = try #require(try await store.repository.record(hold(claimed, .fail)))
            var later = PaymentChange(of: held, by: Sample.instance, event: "found")
            later.cvcVerdict = .pass
            let changed = try #require(try await store.repository.record(later))
            #expect(changed.cvcVerdict == .fail)
            #expect(try await store.repository.payment(claimed.id)?.cvcVerdict == .fail)
        }
    }

    /// The words of the programs before this one are among those of the index, so that its recovery
    /// is served while both run.
    @Test(arguments: [
        "'creating', 'requires_action', 'confirming', 'canceling', 'processing', 'unresolved'",
        "'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling', "
            + "'processing', 'unresolved'",
        "'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling', "
            + "'processing', 'open', 'requires_customer', 'unresolved'",
    ])
    func theIndexServesOldAndNew(_ words: String) async throws {
        try await withStore { store in
            let plan = try store.sql(
                """
                SET enable_seqscan = off;
                EXPLAIN SELECT id FROM payments
                WHERE owner IS NULL AND look_at <= now() AND state IN (\(words))
                """
            )
            #expect(plan.contains("payments_in_progress"))
        }
    }

    private func hold(_ payment: Payment, _ verdict: CVCVerdict) -> PaymentChange {
        var change = PaymentChange(of: payment, by: Sample.instance, event: "held")
        change.state = .capturing
        change.cvcVerdict = verdict
        change.receipt = Sample.receipt
        change.nextStep = NextStep(
            name: .capture,
            request: Sample.request("capture"),
            stripeSeconds: 1_000_100,
            isAskedByCustomer: true
        )
        return change
    }
}
