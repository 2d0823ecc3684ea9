import Payments
import Testing

private let digits = String(repeating: "0a", count: 16)

private let payments: [(String, Bool)] = [
    ("pay_\(digits)", true), ("pay_", false), ("", false), ("pay_\(digits)0", false),
    ("pay_\(digits.dropLast())", false), ("pay_\(digits.uppercased())", false),
    ("PAY_\(digits)", false), ("pi_0\(digits)", false), (" pay_\(digits)", false),
    ("pay_\(digits.dropLast())g", false), ("pay_\(digits.dropLast(2))é", false),
]

/// What comes after Stripe's prefixes.
private let stripes: [(String, Bool)] = [
    ("1", true), ("aZ09_x", true), ("", false), ("a-b", false), ("a/../b", false), ("a b", false),
    ("é", false), ("\u{301}1", false), (String(repeating: "a", count: 250), true),
    (String(repeating: "a", count: 251), false),
]

@Suite("Names")
struct IdentifierTests {
    @Test("our payments", arguments: payments)
    func payment(text: String, isName: Bool) {
        #expect((PaymentID(text)?.description == text) == isName)
    }

    @Test("Stripe's", arguments: stripes)
    func stripe(rest: String, isName: Bool) {
        #expect((PaymentIntentID("pi_" + rest)?.description == "pi_" + rest) == isName)
        #expect((PaymentMethodID("pm_" + rest)?.description == "pm_" + rest) == isName)
        #expect((StripeCustomerID("cus_" + rest)?.description == "cus_" + rest) == isName)
        #expect((CVCToken("cvctok_" + rest)?.exposed == "cvctok_" + rest) == isName)
        #expect(PaymentIntentID("pm_" + rest) == nil)
        #expect(PaymentMethodID("Pm_" + rest) == nil)
    }

    @Test(
        "test names are no card's own",
        arguments: [
            ("pm_card_visa", true), ("pm_card_", true), ("pm_1card_visa", false),
            ("pm_cardvisa", false),
        ]
    )
    func testName(text: String, isTestName: Bool) {
        #expect(PaymentMethodID(text)?.isTestName == isTestName)
    }

    @Test(
        "orders",
        arguments: [
            ("A", true), ("a.B_9:-", true), (String(repeating: "o", count: 64), true), ("", false),
            (String(repeating: "o", count: 65), false), ("a b", false), ("a/b", false),
            ("ö", false),
            ("a\n", false), ("a#", false),
        ]
    )
    func order(text: String, isName: Bool) {
        #expect((OrderID(text)?.description == text) == isName)
    }

    @Test(
        "customers",
        arguments: [
            ("a", true), ("Zoë 💳", true), (String(repeating: "💳", count: 255), true), ("", false),
            (String(repeating: "a", count: 256), false), ("a\0", false),
        ]
    )
    func customer(text: String, isName: Bool) {
        #expect((CustomerReference(text)?.description == text) == isName)
    }

    @Test(
        "keys, with and without quotes",
        arguments: [
            ("k", "k"), ("\"k\"", "k"), ("\"a\"b\"", "a\"b"), ("\"k", "\"k"), ("k\"", "k\""),
            ("", nil), ("a b", nil), ("é", nil), ("\t", nil),
            (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
            ("\"" + String(repeating: "k", count: 255) + "\"", String(repeating: "k", count: 255)),
            (String(repeating: "k", count: 256), nil),
        ] as [(String, String?)]
    )
    func key(header: String, text: String?) {
        #expect(IdempotencyKey(header)?.text == text)
    }

    @Test("a secret never shows itself")
    func secret() throws {
        let secret = try #require(ClientSecret("pi_1_secret_abc"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(String(reflecting: secret)) \(dumped)".contains("abc") == false)
        #expect(secret.exposed == "pi_1_secret_abc")
        #expect(ClientSecret("") == nil)
        #expect(ClientSecret("a b") == nil)
        #expect(ClientSecret(String(repeating: "s", count: 501)) == nil)
    }
}

@Suite("Words about a card")
struct CardUseTests {
    @Test(
        "consents are 1 to 200 characters",
        arguments: [
            ("terms 3", true), ("ß", true), ("", false), ("a\u{0}", false),
            (String(repeating: "é", count: 200), true), (String(repeating: "a", count: 201), false),
        ]
    )
    func consent(text: String, isConsent: Bool) {
        #expect((Consent(text)?.description == text) == isConsent)
    }

    @Test("the token of a security code does not print itself")
    func token() throws {
        let token = try #require(CVCToken("cvctok_1U09"))
        var text = "\(token)"
        dump(token, to: &text)
        #expect(!text.contains("1U09"))
    }
}
