import Money
import Testing

/// Amounts as text, both ways.
struct DecimalTests {
    @Test(
        arguments: [
            ("usd", 1400, "14.00 USD"), ("usd", 5, "0.05 USD"), ("usd", 0, "0.00 USD"),
            ("usd", -5, "-0.05 USD"), ("usd", -12_345, "-123.45 USD"), ("jpy", 1400, "1400 JPY"),
            ("jpy", 0, "0 JPY"), ("jpy", -7, "-7 JPY"), ("kwd", 18_600, "18.600 KWD"),
            ("kwd", 10, "0.010 KWD"), ("isk", 140_000, "1400.00 ISK"),
            ("usd", .max, "92233720368547758.07 USD"), ("usd", .min, "-92233720368547758.08 USD"),
            ("jpy", .min, "-9223372036854775808 JPY"), ("kwd", .min, "-9223372036854775.808 KWD"),
        ] as [(String, Int64, String)]
    )
    func `An amount is written and read back`(
        code: String,
        minorUnits: Int64,
        text: String
    ) throws {
        let currency = try #require(Currency(code))
        let amount = Amount(minorUnits: minorUnits, currency: currency)
        #expect("\(amount)" == text)
        #expect(Amount(decimal: amount.decimal, currency: currency) == amount)
    }

    /// AM04.
    @Test func `Every cent up to a hundred dollars is exact`() {
        for dollars in 0...100 {
            for cents in 0..<100 where dollars < 100 || cents == 0 {
                let text = "\(dollars).\(cents / 10)\(cents % 10)"
                let amount = Amount(decimal: text, currency: .usd)
                #expect(amount?.minorUnits == Int64(dollars * 100 + cents))
                #expect(amount?.decimal == text)
            }
        }
    }

    @Test func `Decimals may be left out as a whole`() throws {
        let dinar = try #require(Currency("kwd"))
        let yen = try #require(Currency("jpy"))
        #expect(Amount(decimal: "14", currency: .usd)?.minorUnits == 1400)
        #expect(Amount(decimal: "18", currency: dinar)?.minorUnits == 18_000)
        #expect(Amount(decimal: "1400", currency: yen)?.minorUnits == 1400)
        #expect(Amount(decimal: "007.00", currency: .usd)?.minorUnits == 700)
    }

    @Test(arguments: [
        ("usd", "14.0"), ("usd", "14.000"), ("usd", "14."), ("usd", ".50"), ("usd", ""),
        ("usd", "."),
        ("usd", "-"), ("usd", "+14.00"), ("usd", "--1"), ("usd", "1,400.00"), ("usd", "14,00"),
        ("usd", "1.4.00"), ("usd", "14.00 "), ("usd", " 14.00"), ("usd", "$14.00"), ("usd", "1e2"),
        ("usd", "14.-1"), ("usd", "١٤.٠٠"), ("usd", "0x10"), ("jpy", "14.00"), ("jpy", "14."),
        ("jpy", "14.0"), ("kwd", "18.60"), ("usd", "92233720368547758.08"),
        ("usd", "-92233720368547758.09"), ("usd", "92233720368547759"),
    ])
    func `What is not plain is not guessed`(code: String, text: String) throws {
        let currency = try #require(Currency(code))
        #expect(Amount(decimal: text, currency: currency) == nil)
    }
}
