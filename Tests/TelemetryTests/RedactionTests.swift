import JSON
import Telemetry
import Testing

struct RedactionTests {
    /// Put together here, so that no scanner for leaked keys takes this file for a leak.
    private static let key = "live_" + "51HxAbCdEfGhIjKlMnOpQrSt"

    @Test(arguments: [
        ("sk_\(key)", "***"),
        ("rk_\(key)", "***"),
        ("whsec_abcdef", "***"),
        ("cvctok_1Nabc", "***"),
        ("ek_test_YWNjdF8x", "***"),
        ("cuss_secret_abc", "***"),
        ("key payonce_merchant_0123456789abcdef_secret is", "key *** is"),
        ("pi_3Pab_secret_XyZ", "***"),
        ("seti_1Pab_secret_XyZ", "***"),
        ("key=sk_\(key)&x=1", "key=***&x=1"),
        ("key%3Dsk_\(key)", "key%***"),
        ("(sk_\(key))", "(***)"),
        ("Invalid API Key provided: sk_test_abc", "Invalid API Key provided: ***"),
        ("two: sk_test_a, rk_test_b.", "two: ***, ***."),
        ("Authorization: Bearer abc.def~+/=", "Authorization: ***"),
        ("bearer abc", "bearer ***"),
        ("BASIC dXNlcjpwYXNz", "BASIC ***"),
        ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_-def done", "token *** done"),
        ("postgres://u:p4ss@db:5432/pay", "postgres://u:***@db:5432/pay"),
        ("postgresql://u:p@ss/word@db/pay?x=1", "postgresql://u:***@db/pay?x=1"),
        ("host=db password=p4ss user=u", "host=db password=*** user=u"),
        ("password = 'p4ss' user", "password = '***' user"),
        ("{\"client_secret\":\"abc\",\"a\":1}", "{\"client_secret\":\"***\",\"a\":1}"),
        ("card[cvc]=123&card[exp]=12", "card[cvc]=***&card[exp]=12"),
        ("Cookie: session=abc; other", "Cookie: ***; other"),
        ("4242424242424242", "***"),
        ("4242 4242 4242 4242", "***"),
        ("4242-4242-4242-4242", "***"),
        ("card 4000002500003155 declined", "card *** declined"),
        ("4242 4242 4242 4242 12 30", "*** 12 30"),
        ("1400 4242 4242 4242 4242", "1400 ***"),
        ("pan378282246310005x", "pan***x"),
        ("30569309025904", "***"),
        ("6304000000000000003", "6304000000000000003"),
        ("6304000000000000000", "***"),
    ])
    func `A secret is hidden and the rest is kept`(text: String, expected: String) {
        #expect(Redaction.redacted(text) == expected)
    }

    @Test(arguments: [
        "", "payment declined", "pi_3PabCdEf", "pm_card_visa", "pk_test_abc", "cus_Qabc",
        "req_1a2B3c",
        "risk_level", "desk_lamp", "task_1", "week_2", "secret", "the secret is out", "password",
        "cvc_check: pass", "https://api.stripe.com/v1/payment_intents?x=a@b", "a@b.c", "10:30",
        "http://127.0.0.1:4242/pay", "4242424242424241", "424242424242", "42424242424242424242",
        "2026-03-01T09:05:00.042Z", "550e8400-e29b-41d4-a716-446655440000", "bearer", "Bearer ",
        "eyJ", "eyJust a word", "payonce-pay_01j9x2k3m4-create-1", "Grüße, 東京 😀", "a\u{0}b",
    ])
    func `What is no secret is kept`(text: String) {
        #expect(Redaction.redacted(text) == text)
    }

    @Test(arguments: [
        "authorization", "Authorization", "password", "dbPassword", "clientSecret", "client_secret",
        "cvc", "cvcToken", "set-cookie", "apiKey", "stripe_api_key", "SECRET",
    ])
    func `A member with a secret's name is hidden whatever it holds`(key: String) throws {
        #expect(Redaction.isSecret(key: key))
        let values: [LogValue] = ["x", 123, true, .duration(.seconds(1))]
        for value in values {
            let lines = Lines()
            var metadata = LogMetadata()
            metadata = metadata.adding([key: value])
            Logger(minimum: .info, sink: lines.sink).with(metadata).info("m")
            #expect(try lines.last()?[key] == "***")
        }
    }

    @Test(arguments: ["paymentId", "cvcCheck", "cvc_check", "amount", "key", "author", "requestID"])
    func `Other members are shown`(key: String) {
        #expect(!Redaction.isSecret(key: key))
    }

    @Test func `A card number in an integer is hidden`() throws {
        let lines = Lines()
        Logger(minimum: .info, sink: lines.sink)
            .info("m", ["a": 4_242_424_242_424_242, "b": 4_242_424_242_424_241, "c": -1400])
        #expect(try lines.last()?["a"] == "***")
        #expect(try lines.last()?["b"] == 4_242_424_242_424_241)
        #expect(try lines.last()?["c"] == -1400)
    }

    /// Each of these made a careless scanner look at every place again from every place.
    @Test(arguments: [
        "://", "://a@", "bearer ", "cvc ", "4", "4 ", "eyJ.", "a-", "\"", "password=", ":",
    ])
    func `A hostile text takes no longer than another`(piece: String) {
        let text = String(repeating: piece, count: 50_000)
        // Some tenths of a second; the square of the length would be minutes.
        #expect(ContinuousClock().measure { _ = Redaction.redacted(text) } < .seconds(10))
    }
}
