/// How Stripe counts and bounds a currency. https://docs.stripe.com/currencies
struct CurrencyRules: Hashable, Sendable {
    let exponent: Int
    let smallestStep: Int64
    let minimumCharge: Int64

    /// Every currency that a card can be charged in, by its lower-case code.
    static let all: [String: CurrencyRules] =
        listed(zeroDecimal, exponent: 0, step: 1)
        .adding(listed(twoDecimal, exponent: 2, step: 1))
        .adding(listed(twoDecimalsOfZero, exponent: 2, step: 100))
        .adding(listed(threeDecimal, exponent: 3, step: 10))

    private static let zeroDecimal =
        "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf"

    /// Without decimals in life, with two in Stripe's API, for the sake of older programs.
    private static let twoDecimalsOfZero = "isk ugx"

    /// The last decimal has to be 0.
    private static let threeDecimal = "bhd jod kwd omr tnd"

    /// Without those that are no legal tender any more (ang, bgn, hrk, std): Stripe may still list
    /// them, but nobody should price in them. HUF and TWD lose their decimals in payouts only.
    private static let twoDecimal = """
        aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad \
        cdf chf cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd \
        hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd \
        mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln \
        qar ron rsd rub sar sbd scr sek sgd shp sle sos srd szl thb tjs top try ttd twd tzs \
        uah usd uyu uzs wst xcd yer zar zmw
        """

    /// In minor units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    private static let minimums: [String: Int64] = [
        "aed": 200, "ars": 50, "aud": 50, "brl": 50, "cad": 50, "chf": 50, "cop": 50, "czk": 1500,
        "dkk": 250, "eur": 50, "gbp": 30, "hkd": 400, "huf": 17500, "idr": 50, "ils": 50, "inr": 50,
        "jpy": 50, "krw": 50, "mxn": 1000, "myr": 200, "nok": 300, "nzd": 50, "php": 50, "pln": 200,
        "ron": 200, "rub": 50, "sek": 300, "sgd": 50, "thb": 1000, "usd": 50, "zar": 50,
    ]

    private static func listed(
        _ codes: String,
        exponent: Int,
        step: Int64
    ) -> [String: CurrencyRules] {
        let rules = codes.split(separator: " ").map { code in
            let code = String(code)
            let minimum = minimums[code] ?? step
            return (
                code,
                CurrencyRules(exponent: exponent, smallestStep: step, minimumCharge: minimum)
            )
        }
        return Dictionary(uniqueKeysWithValues: rules)
    }
}

extension [String: CurrencyRules] {
    fileprivate func adding(_ others: [String: CurrencyRules]) -> [String: CurrencyRules] {
        merging(others) { _, _ in preconditionFailure("a currency is listed twice") }
    }
}
