import Testing

@testable import Audit

@Suite struct ValueTests {
    /// The bytes that Stripe was sent say what they ask for.
    @Test func `Fields of a stored request`() {
        let fields = RequestFields(
            Array(
                "amount=1400&currency=usd&confirm=true&customer=cus_1&metadata%5Ba%5D=amount".utf8
            )
        )
        #expect(fields.amount == 1400)
        #expect(fields.currency == "usd")
        #expect(fields.customer == "cus_1")
        let nothing = RequestFields([0, 255, 61, 38])
        #expect(nothing.amount == nil && nothing.currency == nil && nothing.customer == nil)
    }

    /// The digest tells where one fact ends and the next begins.
    @Test func `A finding's digest is of its facts alone`() {
        func digest(_ facts: [AuditFinding.Fact], at moment: Int64 = 1) -> [UInt8] {
            AuditFinding(.amountDiffers, "pay_1", at: moment, facts).digest { $0 }
        }
        let first = digest([.init("stripe", "1"), .init("row", "2")])
        #expect(first == digest([.init("stripe", "1"), .init("row", "2")], at: 9))
        #expect(first != digest([.init("stripe", "2"), .init("row", "1")]))
        #expect(digest([.init("a", "bc")]) != digest([.init("ab", "c")]))
        #expect(digest([.init("a", "b")]) != digest([.init("a", "b"), .init("", "")]))
    }
}
