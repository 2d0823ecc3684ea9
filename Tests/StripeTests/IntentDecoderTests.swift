import JSON
import Payments
import Testing

@testable import Stripe

@Suite struct IntentDecoderTests {
    private func snapshot(_ changes: [(String, JSONValue?)]) -> IntentSnapshot? {
        IntentDecoder.snapshot(of: Fixtures.intent("succeeded", changes))
    }

    /// What is not read can be anything: the answer to a charge is understood all the same.
    @Test(
        arguments: [
            ("latest_charge", nil), ("latest_charge", .null), ("latest_charge", "ch_3U"),
            ("charges", ["object": "list", "data": []]),
            ("next_action", ["type": "dance"]), ("next_action", 7), ("processing", "often"),
            ("payment_method_types", .null), ("a_new_member", ["deep": [[[["x"]]]]]),
            ("object", nil), ("object", .null), ("amount_details", false),
        ] as [(String, JSONValue?)]
    )
    func unreadMembers(_ key: String, _ value: JSONValue?) {
        #expect(snapshot([(key, value)]) == snapshot([]))
    }

    @Test(
        arguments: [
            (.null, nil), (nil, nil), ("pm_1", "pm_1"), (7, nil),
            (["id": "pm_1", "card": ["brand": "brand_new"]], "pm_1"),
        ] as [(JSONValue?, String?)]
    )
    func theCardThatPaid(_ value: JSONValue?, _ expected: String?) {
        #expect(snapshot([("payment_method", value)])?.method?.description == expected)
    }

    @Test(
        arguments: [
            ("1099.0", 1099), ("1.099e3", 1099), ("109900E-2", 1099), ("0", 0), ("-1", -1),
            ("10.5", nil), ("1e400", nil), ("9223372036854775808", nil), ("\"1099\"", nil),
            ("null", nil), ("true", nil), ("{}", nil),
        ] as [(String, Int64?)]
    )
    func amounts(_ written: String, _ expected: Int64?) throws {
        let value = try JSONValue.parse(Array(written.utf8), limits: .answer)
        #expect(snapshot([("amount", value)])?.amount == expected)
        #expect(snapshot([("amount_received", value)])?.amountReceived == expected)
        #expect(snapshot([("created", value)])?.created == expected)
    }

    /// A charge that is only named says nothing of a check; one that is shown does.
    @Test(
        arguments: [
            (#""ch_1""#, nil), ("null", nil), (#"{"id":"ch_1"}"#, .missing),
            (check("null"), .missing), (check(#""pass""#), .pass), (check(#""fail""#), .fail),
            (check(#""unavailable""#), .unavailable), (check(#""unchecked""#), .unchecked),
            (check(#""maybe""#), .other("maybe")), (check("7"), .missing),
        ] as [(String, CVCVerdict?)]
    )
    func cvcChecks(_ charge: String, _ expected: CVCVerdict?) throws {
        let value = try JSONValue.parse(Array(charge.utf8), limits: .answer)
        let intent = try #require(snapshot([("latest_charge", value)]))
        #expect(intent.cvcCheck == expected)
    }

    private static func check(_ word: String) -> String {
        #"{"payment_method_details":{"card":{"checks":{"cvc_check":\#(word)}}}}"#
    }

    @Test func membersThatAreMissing() throws {
        let intent = try #require(
            IntentDecoder.snapshot(of: ["id": .string(Fixtures.intentID), "status": "succeeded"])
        )
        #expect(
            intent
                == IntentSnapshot(
                    id: try #require(PaymentIntentID(Fixtures.intentID)),
                    status: "succeeded",
                    amount: nil,
                    currency: nil,
                    customer: nil,
                    clientSecret: nil,
                    paymentID: nil,
                    isLive: nil,
                    lastError: nil,
                    created: nil
                )
        )
    }

    @Test(arguments: [
        JSONValue.null, "", 7, ["pi_1"], "ch_1", "pi_", "pi_a/b", "pi_a\0", ["id": "pi_1"],
    ])
    func withoutAnIDThereIsNoIntent(_ id: JSONValue) {
        #expect(snapshot([("id", id)]) == nil)
    }

    @Test(arguments: [JSONValue?.none, .null, 7, ["word": "succeeded"], false])
    func withoutAStatusItIsAnUnknownWord(_ status: JSONValue?) {
        #expect(snapshot([("status", status)])?.status == "")
    }

    @Test(
        arguments: [
            (nil, nil), (.null, nil), ("cus_1", "cus_1"),
            (["id": "cus_1", "object": "customer"], "cus_1"),
            (["deleted": true], "unreadable"), (7, "unreadable"), ([], "unreadable"),
            ([:], "unreadable"),
        ] as [(JSONValue?, String?)]
    )
    func customers(_ value: JSONValue?, _ expected: String?) {
        #expect(snapshot([("customer", value)])?.customer == expected)
    }

    @Test(arguments: [JSONValue.null, "", "with space", "nul\0", 7, ["x"]])
    func oddSecretsAreNone(_ value: JSONValue) {
        let intent = snapshot([("client_secret", value)])
        #expect(intent != nil)
        #expect(intent?.clientSecret == nil)
    }

    @Test(arguments: [JSONValue.null, [], "x", [:], ["payonce_payment_id": 7]])
    func oddMetadataNamesNothing(_ value: JSONValue) {
        let intent = snapshot([("metadata", value)])
        #expect(intent != nil)
        #expect(intent?.paymentID == nil)
    }

    static let lastErrors: [(String, Closing?)] = [
        ("null", nil), ("\"declined\"", nil), ("{}", nil), (#"{"code": "card_declined"}"#, nil),
        (#"{"type": "card_error"}"#, Closing(code: "card_declined")),
        (
            #"{"type": "card_error", "code": "expired_card", "message": "It has expired."}"#,
            Closing(code: "expired_card", message: "It has expired.")
        ),
        (
            #"{"type": "card_error", "code": "card_declined", "decline_code": "stolen_card"}"#,
            Closing(code: "card_declined", declineCode: "stolen_card")
        ),
        (
            #"{"type": "invalid_request_error", "message": "internal words", "#
                + #""code": "payment_intent_authentication_failure"}"#,
            Closing(code: "payment_intent_authentication_failure")
        ),
        (
            #"{"type": "card_error", "code": 5, "decline_code": [], "message": null}"#,
            Closing(code: "card_declined")
        ),
        (
            #"{"type": "api_error", "message": "internal words"}"#,
            Closing(code: "card_declined")
        ),
    ]

    @Test(arguments: lastErrors)
    func lastError(_ written: String, _ expected: Closing?) throws {
        let value = try JSONValue.parse(Array(written.utf8), limits: .answer)
        let intent = try #require(snapshot([("last_payment_error", value)]))
        #expect(intent.lastError == expected)
    }

    @Test(
        arguments: [
            (#"{"type": "card_error", "payment_method": {"card": {"fingerprint": "f1"}}}"#, "f1"),
            (#"{"type": "card_error", "payment_method": {"card": {"fingerprint": null}}}"#, nil),
            (#"{"type": "card_error", "payment_method": "pm_1"}"#, nil),
            (#"{"type": "card_error"}"#, nil), ("null", nil),
        ] as [(String, String?)]
    )
    func theCardOfADecline(_ written: String, _ expected: String?) throws {
        let value = try JSONValue.parse(Array(written.utf8), limits: .answer)
        let intent = try #require(snapshot([("last_payment_error", value)]))
        #expect(intent.declinedCard == expected)
    }

    /// PostgreSQL's text cannot hold U+0000, and a text without a bound fills a row.
    @Test func textCanBeStored() throws {
        let long = String(repeating: "é", count: 5_000)
        let body = """
            {"id": "pi_1", "status": "a\\u0000b", "currency": "u\\u0000sd",
             "metadata": {"payonce_payment_id": "\\u0000pay\\ud800"},
             "last_payment_error": {
                "type": "card_error", "code": "c\\u0000", "message": "\\u0000\(long)"}}
            """
        let value = try JSONValue.parse(Array(body.utf8), limits: .answer)
        let intent = try #require(IntentDecoder.snapshot(of: value))
        #expect(intent.status == "ab")
        #expect(intent.currency == "usd")
        #expect(intent.paymentID == "pay\u{FFFD}")
        #expect(intent.lastError?.code == "c")
        #expect(intent.lastError?.message == String(repeating: "é", count: 1_000))
    }

    /// Bytes of all kinds, and answers with some of their bytes changed: there is always a reply.
    @Test func garbageNeverTraps() {
        var random = SeededRandom(seed: 7)
        let intent = Fixtures.intent("succeeded").encoded()
        let error = Fixtures.error(
            Fixtures.insufficientFunds.adding("payment_intent", Fixtures.intent("processing"))
        ).encoded()
        for round in 0..<3_000 {
            var bytes = [intent, error, []][round % 3]
            if bytes.isEmpty {
                bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            let status = [200, 400, 402, 404, 409, 429, 500, 503][
                Int.random(in: 0..<8, using: &random)
            ]
            let answer = Fixtures.answer(status, bytes: bytes)
            let reply = PostTable(isCreate: round % 2 == 0).reply(to: answer)
            if answer.content == nil { #expect(reply == .unknown) }
            if status >= 500 { #expect(reply == .unknown) }
            _ = ReadTable.intent(answer)
            _ = ReadTable.page(answer)
            _ = ReadTable.fingerprint(answer)
            _ = CallOutcome(answer)
        }
    }
}
