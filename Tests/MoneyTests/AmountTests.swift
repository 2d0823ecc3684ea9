import Money
import Testing

struct AmountTests {
    private func usd(_ minorUnits: Int64) -> Amount {
        Amount(minorUnits: minorUnits, currency: .usd)
    }

    @Test func `A sum is exact or an error`() throws {
        #expect(try usd(1400).adding(usd(99)) == usd(1499))
        #expect(try usd(.max - 1).adding(usd(1)) == usd(.max))
        #expect(try usd(.min).adding(usd(.max)) == usd(-1))
        #expect(throws: MoneyError.overflow) { try usd(.max).adding(usd(1)) }
        #expect(throws: MoneyError.overflow) { try usd(.min).adding(usd(-1)) }
        let euro = Amount(minorUnits: 1400, currency: .eur)
        #expect(throws: MoneyError.mixedCurrencies(.usd, .eur)) { try usd(1400).adding(euro) }
    }

    @Test func `A product is exact or an error`() throws {
        #expect(try usd(1400).multiplied(by: 3) == usd(4200))
        #expect(try usd(1400).multiplied(by: 0) == usd(0))
        #expect(try usd(.max).multiplied(by: -1) == usd(-.max))
        #expect(throws: MoneyError.overflow) { try usd(.max / 2 + 1).multiplied(by: 2) }
        #expect(throws: MoneyError.overflow) { try usd(.min).multiplied(by: -1) }
    }

    @Test func `Amounts of different currencies are different`() {
        #expect(usd(1400) != Amount(minorUnits: 1400, currency: .eur))
        #expect(Set([usd(1), usd(1), usd(2)]).count == 2)
    }

    @Test(
        arguments: [
            ("usd", 50, nil), ("usd", 99_999_999, nil), ("usd", 51, nil), ("jpy", 50, nil),
            ("isk", 100, nil), ("isk", 99_999_900, nil), ("kwd", 10, nil), ("kwd", 99_999_990, nil),
            ("usd", 49, "The amount must be at least 0.50 USD."),
            ("usd", 0, "The amount must be at least 0.50 USD."),
            ("usd", -50, "The amount must be at least 0.50 USD."),
            ("usd", .min, "The amount must be at least 0.50 USD."),
            ("jpy", 49, "The amount must be at least 50 JPY."),
            ("huf", 17_499, "The amount must be at least 175.00 HUF."),
            ("isk", 99, "The amount must be at least 1.00 ISK."),
            ("usd", 100_000_000, "The amount must be no more than 999999.99 USD."),
            ("jpy", .max, "The amount must be no more than 99999999 JPY."),
            ("kwd", 99_999_999, "The amount must be no more than 99999.990 KWD."),
            ("isk", 150, "The amount must be a multiple of 1.00 ISK."),
            ("ugx", 1_001, "The amount must be a multiple of 1.00 UGX."),
            ("kwd", 18_601, "The amount must be a multiple of 0.010 KWD."),
        ] as [(String, Int64, String?)]
    )
    func `A charge is within the bounds and on a step`(
        code: String,
        minorUnits: Int64,
        refusal: String?
    ) throws {
        let amount = Amount(minorUnits: minorUnits, currency: try #require(Currency(code)))
        #expect(refusalOfCharge(amount)?.description == refusal)
    }

    private func refusalOfCharge(_ amount: Amount) -> MoneyError? {
        do {
            try amount.checkedAsCharge()
            return nil
        } catch {
            return error
        }
    }
}
