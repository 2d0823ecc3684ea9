import Testing

@testable import Audit

@Suite struct DuplicateSearchTests {
    private static let minute: Int64 = 60_000_000

    private func paid(
        _ payment: String,
        by payer: String = "customer:ann",
        cart: String = "1:a*1",
        amount: Int64 = 1400,
        at minute: Int64
    ) -> DuplicateSearch.Paid {
        DuplicateSearch.Paid(
            payment: payment,
            payer: payer,
            cart: cart,
            money: PaymentFacts.Money(minorUnits: amount, currency: "usd"),
            atMicroseconds: minute * Self.minute
        )
    }

    /// The findings of payments that are met in this order.
    private func found(_ payments: [DuplicateSearch.Paid]) -> [AuditFinding] {
        var search = DuplicateSearch()
        return payments.compactMap { search.met($0) }
    }

    @Test func `The same payer, cart and amount within ten minutes`() {
        let findings = found([
            paid("a", at: 0), paid("b", by: "customer:bob", at: 1), paid("c", cart: "1:b*1", at: 2),
            paid("d", amount: 1500, at: 3), paid("e", at: 10),
            // Met before, and too late.
            paid("e", at: 10), paid("f", at: 21),
        ])
        #expect(findings.map(\.kind) == [.suspectedDuplicate])
        #expect(findings.map(\.subject) == ["e"])
        #expect(findings.map(\.detail) == ["other=a"])
    }

    /// However many went by, only the last minutes are remembered.
    @Test func `It remembers no more than its window`() {
        var search = DuplicateSearch()
        var findings: [AuditFinding] = []
        for number in 0..<10_000 {
            let one = paid("p\(number)", by: "\(number)", at: Int64(number))
            if let finding = search.met(one) { findings.append(finding) }
        }
        #expect(findings.isEmpty)
        let late = search.met(paid("late", by: "9995", at: 10_000))
        #expect(late?.detail == "other=p9995")
        let later = search.met(paid("later", by: "9980", at: 10_000))
        #expect(later == nil)
        #expect(search.remembered <= 30)
    }
}
