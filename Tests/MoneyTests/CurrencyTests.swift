import Money
import Testing

struct CurrencyTests {
    private let exponents = Dictionary(
        uniqueKeysWithValues: iso4217.flatMap { entry in
            entry.codes.split(separator: " ").map { (String($0), entry.exponent) }
        }
    )

    private var known: [Currency] { exponents.keys.sorted().compactMap { Currency($0) } }

    /// AM03.
    @Test func `The decimals are those of ISO 4217, but for three currencies`() {
        // https://docs.stripe.com/currencies#special-cases; Stripe has no fifths of an ariary.
        let stripesOwn = ["ISK": 2, "UGX": 2, "MGA": 0]
        for currency in known {
            let code = currency.description
            #expect(currency.exponent == stripesOwn[code] ?? exponents[code], "\(code)")
        }
    }

    @Test func `All that are in both lists are known: "more than 135", says Stripe`() {
        #expect(known.count == 136)
    }

    @Test(arguments: [
        "XAU", "XXX", "XTS", "CLF", "KPW", "IRR", "CUP", "SYP", "BGN", "HRK", "DEM", "VEF", "STD",
        "", "us", "usdd", "usd ", " usd", "u$d", "12a", "ﬀ", "e\u{301}ur", "\u{212A}rw", "ßd",
        "US\0",
    ])
    func `Everything else is no currency`(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test(arguments: ["usd", "USD", "Usd", "uSD"])
    func `The case does not matter`(code: String) throws {
        let currency = try #require(Currency(code))
        #expect(currency == .usd)
        #expect(currency.hashValue == Currency.usd.hashValue)
        #expect(currency.code == "usd")
        #expect("\(currency)" == "USD")
    }

    @Test func `Steps follow the decimals`() throws {
        let hundreds = known.filter { $0.smallestStep == 100 }.map(\.code)
        let tens = known.filter { $0.smallestStep == 10 }.map(\.code)
        #expect(hundreds == ["isk", "ugx"])
        #expect(tens == ["bhd", "jod", "kwd", "omr", "tnd"])
        #expect(known.filter { $0.smallestStep == 1 }.count == known.count - 7)
        #expect(known.filter { $0.exponent == 3 }.map(\.code) == tens)
    }

    /// Written in major units, as Stripe's page has them.
    @Test(arguments: [
        ("USD", "0.50"), ("AED", "2.00"), ("ARS", "0.50"), ("AUD", "0.50"), ("BRL", "0.50"),
        ("CAD", "0.50"), ("CHF", "0.50"), ("COP", "0.50"), ("CZK", "15.00"), ("DKK", "2.50"),
        ("EUR", "0.50"), ("GBP", "0.30"), ("HKD", "4.00"), ("HUF", "175.00"), ("IDR", "0.50"),
        ("ILS", "0.50"), ("INR", "0.50"), ("JPY", "50"), ("KRW", "50"), ("MXN", "10.00"),
        ("MYR", "2.00"), ("NOK", "3.00"), ("NZD", "0.50"), ("PHP", "0.50"), ("PLN", "2.00"),
        ("RON", "2.00"), ("RUB", "0.50"), ("SEK", "3.00"), ("SGD", "0.50"), ("THB", "10.00"),
        ("ZAR", "0.50"),
    ])
    func `A minimum is Stripe's`(code: String, minimum: String) throws {
        let currency = try #require(Currency(code))
        let amount = Amount(minorUnits: currency.minimumCharge, currency: currency)
        #expect(amount.decimal == minimum)
    }

    @Test func `Bounds are multiples of the step, and at least one step`() {
        for currency in known {
            #expect(currency.minimumCharge >= currency.smallestStep)
            #expect(currency.minimumCharge % currency.smallestStep == 0)
            #expect(currency.maximumCharge % currency.smallestStep == 0)
            #expect(currency.maximumCharge > 99_999_999 - currency.smallestStep)
            #expect(currency.maximumCharge <= 99_999_999)
        }
        #expect(Currency("nad")?.minimumCharge == 1)
        #expect(Currency("kwd")?.minimumCharge == 10)
        #expect(Currency("isk")?.minimumCharge == 100)
        #expect(Currency.usd.maximumCharge == 99_999_999)
    }
}
