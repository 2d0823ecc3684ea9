import HTTPServer
import Payments
import Testing

@testable import API

@Suite("A wrong body is a 400 that names the field, and reaches nobody")
struct WrongBodyTests {
    /// JSON literals that are not the text that a field wants. `null` is absent and stands apart.
    static let notTexts = ["\"\"", "[]", "{}", "1", "1.0", "true", "[\"pm_1\"]"]

    static let wrong: [(field: String, values: [String])] = [
        ("paymentMethodId", notTexts + ["\"pm_\"", "\"PM_1\"", "\" pm_1\"", "\"pm_1\\n\""]),
        ("payment_method_id", notTexts),
        ("currency", notTexts + ["\"us\"", "\"usdd\"", "\"xyz\"", "\"usd \"", "\"ußd\""]),
        ("orderId", notTexts + ["\"a b\"", "\"é\"", "\"\(String(repeating: "o", count: 65))\""]),
        ("useStripeSdk", ["\"\"", "[]", "{}", "1", "0", "\"yes\"", "\"TRUE\""]),
        ("use_stripe_sdk", ["1", "\"no\""]),
        ("savePaymentMethod", ["\"\"", "[]", "{}", "1", "\"true\""]),
        ("isSavingCard", ["\"\"", "[]", "{}", "1", "\"true\""]),
        ("consent", notTexts + ["\"\(String(repeating: "c", count: 201))\""]),
        ("cvcToken", notTexts + ["\"tok_1\"", "\"cvctok_\"", "\"cvctok_a/b\""]),
        (
            "returnUrl",
            notTexts + [
                "\"javascript:alert(1)\"", "\"JavaScript:alert(1)\"", "\"data:text/html,x\"",
                "\"file:///etc/passwd\"", "\"/relative\"", "\"example.org\"", "\"app:\"",
                "\" https://example.org\"", "\"https://exa mple.org\"", "\"https:/one-slash\"",
                "\"https://\"", "\"http:///path\"", "\"1app://x\"", "\"https://example.org/é\"",
                "\"app://\(String(repeating: "u", count: 2043))\"",
            ]
        ),
        (
            "items",
            [
                "\"\"", "[]", "{}", "1", "1.0", "true", "[null]", "[1]", "[[]]", "[\"\"]", "[{}]",
                "{\"id\":\"\"}", "{\"id\":null}", "{\"id\":1}", "[{\"id\":\"a b\"}]",
                "[\"\(String(repeating: "i", count: 65))\"]", "\"caf\\u00e9\"",
                "[\(Array(repeating: "\"a\"", count: 101).joined(separator: ","))]",
                "[{\"id\":\"a\",\"quantity\":10000},\"a\"]",
            ]
        ),
    ]

    private static let canonical = [
        "payment_method_id": "paymentMethodId", "use_stripe_sdk": "useStripeSdk",
        "isSavingCard": "savePaymentMethod",
    ]

    @Test("Every field with every wrong value", arguments: wrong)
    func field(_ field: String, _ values: [String]) async throws {
        let bench = try Bench()
        let method = field.lowercased().contains("method") && field != "savePaymentMethod"
        let other = method ? "" : #""paymentMethodId":"pm_1","#
        for value in values {
            let response = await bench.post("/pay", "{\(other)\"\(field)\":\(value)}")
            #expect(response.status == 400, "\(field): \(value) gave \(response.text)")
            #expect(try response.code() == "invalid_request")
            let name = Self.canonical[field] ?? field
            #expect(try response.sentence().contains(name), "\(response.text)")
        }
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "A quantity is a JSON integer from 1 to 10,000",
        arguments: [
            "1.0", "1e2", "\"2\"", "true", "1.5", "-0", "0", "-1", "1e400", "10001",
            "9007199254740993", "99999999999999999999", "[]", "{}", "\"\"",
        ]
    )
    func quantity(_ number: String) async throws {
        let bench = try Bench()
        let body = #"{"paymentMethodId":"pm_1","items":[{"id":"a","quantity":\#(number)}]}"#
        let response = await bench.post("/pay", body)
        #expect(response.status == 400)
        #expect(
            try response.sentence()
                == "Invalid request: items[0].quantity must be a whole number from 1 to 10000."
        )
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("What is no number at all is no JSON", arguments: ["00012", "0x10", "+1", ".5", "1."])
    func noNumber(_ number: String) async throws {
        let bench = try Bench()
        let body = #"{"paymentMethodId":"pm_1","items":[{"id":"a","quantity":\#(number)}]}"#
        let response = await bench.post("/pay", body)
        #expect(response.status == 400)
        #expect(try response.sentence().contains("JSON"))
    }

    @Test(
        "Ids of the wrong kind are named",
        arguments: [
            ("paymentMethodId", "tok_visa", "pm_", "tok_"),
            ("paymentMethodId", "src_1", "pm_", "src_"),
            ("paymentMethodId", "card_1", "pm_", "card_"),
            ("paymentMethodId", "pi_1", "pm_", "pi_"),
            ("paymentIntentId", "pm_1", "pi_", "pm_"),
            ("paymentIntentId", "seti_1", "pi_", "seti_"),
            ("paymentIntentId", "pay_1", "pi_", "pay_"),
            ("cvcToken", "tok_1", "cvctok_", "tok_"),
        ]
    )
    func prefixes(_ field: String, _ id: String, _ wanted: String, _ given: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/pay", "{\"\(field)\":\"\(id)\"}")
        #expect(response.status == 400)
        #expect(
            try response.sentence()
                == "Invalid request: \(field) must start with \(wanted), not with \(given)"
        )
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "An id that would change a path or a form is none, and is not repeated",
        arguments: [
            "/cancel", "?expand[]=customer", "/../../customers/cus_1", "%2e%2e%2f", "\\r\\nX: y",
            "&amount=1", "][b", " ", "\\u0301", "é", String(repeating: "x", count: 251),
        ]
    )
    func injection(_ tail: String) async throws {
        let bench = try Bench()
        for field in ["paymentIntentId", "paymentMethodId"] {
            let prefix = field == "paymentIntentId" ? "pi_" : "pm_"
            let response = await bench.post("/pay", "{\"\(field)\":\"\(prefix)1\(tail)\"}")
            #expect(response.status == 400)
            #expect(
                try response.sentence()
                    == "Invalid request: \(field) must be \(prefix) and 1 to 250 letters, "
                    + "digits and underscores."
            )
        }
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "Exactly one of the two ids",
        arguments: [
            #"{}"#, #"{"paymentMethodId":null}"#, #"{"paymentIntentId":null}"#,
            #"{"paymentMethodId":"pm_1","paymentIntentId":"pi_1"}"#,
            #"{"paymentMethodId":"pm_1","payment_intent_id":"pi_1"}"#,
            #"{"payment_method_id":"pm_1","payment_intent_id":"pi_1"}"#,
            #"{"payment_method":"pm_1"}"#, #"{"items":["a"],"currency":"usd"}"#,
        ]
    )
    func ids(_ body: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/pay", body)
        #expect(response.status == 400)
        let sentence = try response.sentence()
        #expect(sentence.contains("paymentMethodId") && sentence.contains("paymentIntentId"))
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "Two spellings of a field are one too many, even where they agree",
        arguments: [
            ("paymentMethodId", "payment_method_id", "\"pm_1\""),
            ("paymentIntentId", "payment_intent_id", "\"pi_1\""),
            ("useStripeSdk", "use_stripe_sdk", "true"),
            ("returnUrl", "return_url", "\"app://x\""),
            ("savePaymentMethod", "isSavingCard", "false"),
        ]
    )
    func spellings(_ name: String, _ alias: String, _ value: String) async throws {
        let bench = try Bench()
        let method = name.hasPrefix("payment") ? "" : #""paymentMethodId":"pm_1","#
        let response = await bench.post(
            "/pay",
            "{\(method)\"\(name)\":\(value),\"\(alias)\":\(value)}"
        )
        #expect(response.status == 400)
        #expect(try response.sentence().contains("\(name) is given in two spellings"))
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "What is no JSON object, or says something twice, is refused",
        arguments: [
            "", " ", "null", "[]", "\"pm_1\"", "{", #"{"paymentMethodId":"pm_1"} x"#,
            #"{"paymentMethodId":"pm_1","paymentMethodId":"pm_2"}"#,
            #"{"paymentMethodId":"pm_1","items":{"id":"a","id":"b"}}"#,
            #"{"paymentMethodId":"pm_1","x":\#(String(repeating: "[", count: 16))"#
                + String(repeating: "]", count: 16) + "}",
            String(repeating: "[", count: 60_000), "{\"paymentMethodId\":\"pm_\\u0000\"}",
        ]
    )
    func notAnObject(_ body: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/pay", body)
        #expect(response.status == 400)
        #expect(try response.sentence().contains("JSON"))
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("Sixteen levels are not too deep")
    func depth() async throws {
        let nested = String(repeating: "[", count: 15) + String(repeating: "]", count: 15)
        let call = try await Bench().firstCall(#"{"paymentMethodId":"pm_1","x":\#(nested)}"#)
        #expect(call.method?.description == "pm_1")
    }

    @Test("A body of 64 KiB is read, one byte more is not")
    func size() async throws {
        let bench = try Bench()
        let frame = #"{"paymentMethodId":"pm_1","x":""}"#.utf8.count
        for (length, status) in [(64 * 1024, 200), (64 * 1024 + 1, 413)] {
            let filler = String(repeating: "x", count: length - frame)
            let body = #"{"paymentMethodId":"pm_1","x":"\#(filler)"}"#
            #expect(await bench.post("/pay", body).status == status)
        }
    }

    static let mediaTypes: [(String?, Int)] = [
        ("application/json", 200), ("application/json; charset=utf-8", 200),
        ("Application/JSON;charset=UTF-8", 200), (" application/json ;x=y", 200), (nil, 415),
        ("", 415), ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
        ("application/jsonp", 415), ("text/plain; application/json", 415),
        ("application/json, text/plain", 415),
    ]

    @Test("The body is announced as JSON", arguments: mediaTypes)
    func mediaType(_ type: String?, _ status: Int) async throws {
        let bench = try Bench()
        for path in ["/pay", "/pay-without-webhooks", "/charge-card-off-session"] {
            let body = #"{"paymentIntentId":"pi_1"}"#
            let response = await bench.post(path, body, contentType: type)
            #expect(response.status == status)
            if status == 415 { #expect(try response.code() == "unsupported_media_type") }
        }
    }

    @Test("Two media types are none")
    func twoMediaTypes() async throws {
        let response = try await Bench().post(
            "/pay",
            #"{"paymentMethodId":"pm_1"}"#,
            ["Content-Type": "application/json"]
        )
        #expect(response.status == 415)
    }
}
