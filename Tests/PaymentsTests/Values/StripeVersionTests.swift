import Payments
import Testing

@Suite("A version of Stripe's API")
struct StripeVersionTests {
    @Test("is a date, and since 2024 a name", arguments: ["2026-05-27.dahlia", "2020-08-27"])
    func right(_ text: String) {
        #expect(StripeVersion(text)?.description == text)
    }

    /// It stands in a header.
    @Test(
        "is nothing else",
        arguments: [
            "", ".", "2026", "2026-05-27.", "2026-05-27.Dahlia", "2026-05-27.dahlia.x",
            "2026-5-27", "2026-05-27\r\nX: y", "2026-05-27 ", "20260-5-27", "２026-05-27",
            "2026-05-27.da hlia", "-2026-05-27",
        ]
    )
    func wrong(_ text: String) {
        #expect(StripeVersion(text) == nil)
    }
}
