import Money
import Payments
import Testing

private func known(_ text: String) -> ItemID { Sample.known(ItemID(text)) }

private let catalogue: Catalogue = {
    var catalogue = Catalogue()
    catalogue.set(1400, for: known("photo"), in: .usd)
    catalogue.set(1, for: known("pin"), in: .usd)
    catalogue.set(250, for: known("photo"), in: Sample.jpy)
    catalogue.set(18_600, for: known("photo"), in: Sample.kwd)
    catalogue.set(5, for: known("pin"), in: Sample.kwd)
    catalogue.set(.max, for: known("moon"), in: .usd)
    catalogue.set(.max / 2 + 1, for: known("half"), in: .usd)
    return catalogue
}()

@Suite("The catalogue")
struct CatalogueTests {
    private func price(_ lines: [(String, Int64)], _ currency: Currency) -> Result<
        Amount, PricingRefusal
    > {
        let cart = Sample.known(Cart(lines.map { (known($0.0), $0.1) }))
        return Result { () throws(PricingRefusal) in try catalogue.price(cart, in: currency) }
    }

    @Test(
        "prices each currency in its own minor unit",
        arguments: [
            (.usd, 2800), (Sample.jpy, 500), (Sample.kwd, 37_200),
        ] as [(Currency, Int64)]
    )
    func sums(currency: Currency, total: Int64) {
        #expect(
            price([("photo", 2)], currency)
                == .success(Amount(minorUnits: total, currency: currency))
        )
    }

    @Test("adds lines up")
    func lines() {
        #expect(
            price([("photo", 1), ("pin", 7)], .usd)
                == .success(Amount(minorUnits: 1407, currency: .usd))
        )
    }

    @Test("names what is missing")
    func missing() {
        #expect(price([("photo", 1), ("car", 1)], .usd) == .failure(.unknownItem(known("car"))))
        #expect(price([("photo", 1)], .eur) == .failure(.noPrice(known("photo"), .eur)))
    }

    @Test(
        "does not overflow",
        arguments: [
            [("moon", 2)], [("half", 1), ("moon", 1)], [("half", 2)],
        ] as [[(String, Int64)]]
    )
    func overflow(lines: [(String, Int64)]) {
        #expect(price(lines, .usd) == .failure(.outsideLimits(.overflow)))
    }

    @Test("sells nothing that a card cannot be charged with")
    func limits() {
        let usd = { Amount(minorUnits: $0, currency: .usd) }
        #expect(price([("pin", 49)], .usd) == .failure(.outsideLimits(.belowMinimum(usd(50)))))
        #expect(price([("pin", 50)], .usd) == .success(usd(50)))
        #expect(
            price([("moon", 1)], .usd) == .failure(.outsideLimits(.aboveMaximum(usd(99_999_999))))
        )
        #expect(
            price([("pin", 3)], Sample.kwd)
                == .failure(
                    .outsideLimits(.notAMultiple(of: Amount(minorUnits: 10, currency: Sample.kwd)))
                )
        )
        #expect(
            price([("pin", 2)], Sample.kwd)
                == .success(Amount(minorUnits: 10, currency: Sample.kwd))
        )
    }
}
