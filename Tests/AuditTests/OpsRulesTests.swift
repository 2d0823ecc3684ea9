import Money
import Payments
import Testing

@testable import Audit

/// What people look for, and what they are shown of a double charge.
@Suite struct OpsRulesTests {
    private static let first = "pay_" + String(repeating: "1", count: 32)
    private static let second = "pay_" + String(repeating: "2", count: 32)

    @Test func `A text is told by its form`() throws {
        let id = try #require(PaymentID(Self.first))
        let intent = try #require(PaymentIntentID("pi_1"))
        #expect(SearchText("  \(Self.first)\n") == .payment(id))
        #expect(SearchText("pi_1") == .intent(intent))
        #expect(SearchText("4242") == .words("4242", mayBeLastFour: true))
        #expect(SearchText("424") == .words("424", mayBeLastFour: false))
        #expect(SearchText("４２４２") == .words("４２４２", mayBeLastFour: false))
        #expect(SearchText("pay_1") == .words("pay_1", mayBeLastFour: false))
        #expect(SearchText("Ann  Lee") == .words("Ann Lee", mayBeLastFour: false))
        for nothing in ["", " \n", "a\0b", String(repeating: "x", count: 1025)] {
            #expect(SearchText(nothing) == nil)
        }
    }

    private func finding(
        _ subject: String,
        _ detail: String,
        prepared: PreparedAction? = nil
    ) -> KeptFinding {
        KeptFinding(
            key: KeptFinding.Key(subject: subject, kind: "suspected_duplicate"),
            state: .open,
            detail: detail,
            notedMicroseconds: 0,
            facts: nil,
            decision: nil,
            prepared: prepared
        )
    }

    private func payment(_ text: String, at microseconds: Int64) throws -> BookedPayment {
        let item = try #require(ItemID("book"))
        let lines: [(item: ItemID, quantity: Int64)] = [(item, 1)]
        return BookedPayment(
            id: try #require(PaymentID(text)),
            state: .succeeded,
            amount: Amount(minorUnits: 1400, currency: .usd),
            refunded: 0,
            purchase: Purchase(
                caller: .guest,
                order: nil,
                cart: try #require(Cart(lines)),
                currency: .usd
            ),
            intent: nil,
            method: nil,
            card: nil,
            closing: nil,
            claimedMicroseconds: microseconds,
            changedMicroseconds: microseconds
        )
    }

    @Test func `A finding names its payments once each`() throws {
        let (first, second) = (
            try #require(PaymentID(Self.first)), try #require(PaymentID(Self.second))
        )
        let prepared = PreparedAction(.refund, Self.first)
        let both = finding(Self.second, "other=\(Self.first), amount=1", prepared: prepared)
        #expect(DuplicateCase.payments(in: both) == [second, first])
        let stray = finding("pi_1", "payment=none, charged=1")
        #expect(DuplicateCase.payments(in: stray) == [])
        #expect(DuplicateCase.payments(in: finding("pi_1", "x=1", prepared: prepared)) == [first])
    }

    @Test func `The payments of a case stand in the order of time`() throws {
        let early = try payment(Self.first, at: 1)
        let late = try payment(Self.second, at: 2)
        let other = try payment("pay_" + String(repeating: "3", count: 32), at: 0)
        let both = finding(Self.second, "other=\(Self.first)")
        let cases = DuplicateCase.cases(of: [both], among: [late, other, early])
        #expect(cases == [DuplicateCase(finding: both, payments: [early, late])])
    }
}
