import JSON
import Payments
import Testing

@testable import Stripe

@Suite struct ReadTableTests {
    static let missing = Fixtures.error([
        "code": "resource_missing", "message": "No such payment_intent: 'pi_nope'",
        "param": "intent",
        "type": "invalid_request_error",
    ])
    static let page = Array("<html>404</html>".utf8)

    /// Whatever is read, these say nothing.
    static let useless: [StripeAnswer] =
        [400, 401, 403, 404, 409, 429, 500, 503].map { Fixtures.answer($0, bytes: page) }
        + [400, 401, 403, 409, 429, 500, 503].map { Fixtures.answer($0, missing) }
        + [
            Fixtures.answer(200, bytes: []), Fixtures.answer(200, []), Fixtures.answer(200, [:]),
            Fixtures.answer(200, missing), Fixtures.answer(201, Fixtures.intent("succeeded")),
            Fixtures.answer(302, Fixtures.intent("succeeded")),
        ]

    @Test(arguments: useless)
    func nothingIsKnown(_ answer: StripeAnswer) {
        #expect(ReadTable.intent(answer) == .unavailable)
        #expect(ReadTable.page(answer) == .unavailable)
        #expect(ReadTable.fingerprint(answer) == .unavailable)
    }

    @Test func intent() {
        let answer = Fixtures.answer(200, Fixtures.intent("processing"))
        #expect(
            ReadTable.intent(answer)
                == .value(
                    PostTableTests.snapshot("processing"),
                    stripeSeconds: Fixtures.dateSeconds
                )
        )
        #expect(ReadTable.intent(Fixtures.answer(404, Self.missing)) == .notFound)
    }

    private func list(_ data: [JSONValue], hasMore: JSONValue? = false) -> StripeAnswer {
        var object: JSONObject = [
            "object": "list", "data": .array(data), "url": "/v1/payment_intents",
        ]
        object["has_more"] = hasMore
        return Fixtures.answer(200, .object(object))
    }

    @Test func pages() throws {
        let second = try #require(PaymentIntentID("pi_2"))
        let answer = list(
            [Fixtures.intent("succeeded"), Fixtures.intent("canceled", [("id", "pi_2")])],
            hasMore: true
        )
        guard case .value(let page, Fixtures.dateSeconds) = ReadTable.page(answer) else {
            Issue.record("not read")
            return
        }
        #expect(page.intents.map(\.status) == ["succeeded", "canceled"])
        #expect(page.hasMore)
        #expect(page.last == second)
        let empty = IntentPage(intents: [], hasMore: false, last: nil)
        #expect(ReadTable.page(list([])) == .value(empty, stripeSeconds: Fixtures.dateSeconds))
    }

    /// A page that does not show everything would prove an absence that there is not.
    @Test func incompletePagesAreNone() {
        #expect(ReadTable.page(list([Fixtures.intent("succeeded"), .null])) == .unavailable)
        #expect(
            ReadTable.page(list([Fixtures.intent("succeeded", [("id", .null)])])) == .unavailable
        )
        #expect(ReadTable.page(list([], hasMore: nil)) == .unavailable)
        #expect(ReadTable.page(list([], hasMore: "no")) == .unavailable)
        #expect(ReadTable.page(list([], hasMore: true)) == .unavailable)
    }

    @Test(
        arguments: [
            (["id": "pm_1", "card": ["fingerprint": "Xt5EWLLDS7FJjR1c"]], "Xt5EWLLDS7FJjR1c"),
            (["id": "pm_1", "card": ["fingerprint": .null]], nil),
            (["id": "pm_1", "card": ["fingerprint": ""]], nil),
            (["id": "pm_1", "card": [:]], nil), (["id": "pm_1", "type": "link"], nil),
        ] as [(JSONValue, String?)]
    )
    func fingerprints(_ body: JSONValue, _ expected: String?) {
        let reply = ReadTable.fingerprint(Fixtures.answer(200, body))
        if let expected {
            #expect(reply == .value(expected, stripeSeconds: Fixtures.dateSeconds))
        } else {
            #expect(reply == .notFound)
        }
        #expect(ReadTable.fingerprint(Fixtures.answer(404, Self.missing)) == .notFound)
    }

    @Test func accounts() throws {
        let key = try #require(StripeSecretKey("sk_test_1"))
        let live = try #require(StripeSecretKey("rk_live_1"))
        let seconds = Fixtures.dateSeconds
        let one = list([Fixtures.intent("succeeded")])
        #expect(AccountCheck(one, key: live) == .works(isLive: false, stripeSeconds: seconds))
        #expect(AccountCheck(list([]), key: live) == .works(isLive: true, stripeSeconds: seconds))
        #expect(AccountCheck(list([]), key: key) == .works(isLive: false, stripeSeconds: seconds))
        #expect(AccountCheck(Fixtures.answer(401, Self.missing), key: key) == .keyRefused)
        #expect(AccountCheck(Fixtures.answer(403, Self.missing), key: key) == .keyLacksPermission)
        #expect(AccountCheck(Fixtures.answer(429, Self.missing), key: key) == .unavailable)
        #expect(AccountCheck(Fixtures.answer(503, bytes: Self.page), key: key) == .unavailable)
        #expect(
            AccountCheck(Fixtures.answer(404, bytes: Self.page), key: key)
                == .unexpected(status: 404)
        )
        #expect(
            AccountCheck(Fixtures.answer(200, bytes: Self.page), key: key)
                == .unexpected(status: 200)
        )
    }
}
