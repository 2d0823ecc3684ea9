import JSON
import Payments
import Testing

@testable import Stripe

@Suite struct CustomerTests {
    private let requests = CustomerRequests(apiVersion: "2026-05-27.dahlia")

    private func answer(
        _ status: Int,
        _ body: JSONValue?,
        _ headers: [String: String] = [:]
    ) -> StripeAnswer {
        StripeAnswer(status: status, body: body?.encoded() ?? Array("<html>".utf8)) {
            headers[$0]
        }
    }

    private static func error(_ type: String, code: JSONValue = .null) -> JSONValue {
        Fixtures.error(["type": .string(type), "code": code])
    }

    /// No name, no address, no reference that could be read.
    @Test func aCustomerIsADigestAndAnAccount() {
        let request = requests.create(CustomerDraft(digest: "00ff", account: "test:1"))
        #expect(request.path == "/v1/customers")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "metadata%5Bpayonce_customer%5D=00ff&metadata%5Bpayonce_account%5D=test%3A1"
        )
    }

    @Test func cardsAreAskedForPageByPage() throws {
        let customer = try #require(StripeCustomerID("cus_PqR7"))
        let first = CustomerRequests.cardsPath(of: customer, after: nil, limit: 100)
        #expect(first == "/v1/customers/cus_PqR7/payment_methods?type=card&limit=100")
        let method = try #require(PaymentMethodID("pm_1U09"))
        let next = CustomerRequests.cardsPath(of: customer, after: method, limit: 100)
        #expect(next == first + "&starting_after=pm_1U09")
        #expect(requests.detach(method).path == "/v1/payment_methods/pm_1U09/detach")
        #expect(requests.detach(method).body.isEmpty)
    }

    @Test(
        arguments: [
            (
                409, error("invalid_request_error", code: "idempotency_key_in_use"),
                .unknown
            ),
            (429, error("invalid_request_error", code: "lock_timeout"), .unknown),
            (429, error("invalid_request_error", code: "rate_limit"), .unknown),
            (400, error("idempotency_error"), .keySpent),
            (400, error("invalid_request_error"), .refused),
            (401, error("invalid_request_error"), .refused),
            (500, error("api_error"), .unknown),
            (502, nil, .unknown),
            (200, ["object": "customer"], .unknown),
        ] as [(Int, JSONValue?, CustomerReply)]
    )
    func whatAnAnswerToACreationMeans(
        _ status: Int,
        _ body: JSONValue?,
        _ expected: CustomerReply
    ) {
        #expect(CustomerTable.creation(answer(status, body)) == expected)
    }

    @Test func aCustomerIsItsName() throws {
        let body: JSONValue = ["id": "cus_PqR7", "object": "customer"]
        let customer = try #require(StripeCustomerID("cus_PqR7"))
        #expect(CustomerTable.creation(answer(200, body)) == .created(customer))
    }

    @Test func aKeptFailureSpendsTheKey() {
        let kept = answer(500, Self.error("api_error"), ["Idempotent-Replayed": "true"])
        #expect(CustomerTable.creation(kept) == .keySpent)
        #expect(CustomerTable.detachment(kept) == .keySpent)
    }

    @Test(
        arguments: [
            (200, ["id": "pm_1"], DetachReply.detached),
            (400, error("invalid_request_error"), .notAttached),
            (404, error("invalid_request_error", code: "resource_missing"), .notAttached),
            (401, error("invalid_request_error"), .unavailable),
            (429, error("invalid_request_error", code: "rate_limit"), .unavailable),
            (500, error("api_error"), .unavailable),
            (502, nil, .unavailable),
        ] as [(Int, JSONValue?, DetachReply)]
    )
    func whatAnAnswerToADetachMeans(
        _ status: Int,
        _ body: JSONValue?,
        _ expected: DetachReply
    ) {
        #expect(CustomerTable.detachment(answer(status, body)) == expected)
    }

    // MARK: Cards

    private static let card: JSONValue = [
        "id": "pm_1U09", "object": "payment_method", "type": "card", "customer": "cus_PqR7",
        "card": [
            "brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2030,
            "fingerprint": "print",
        ],
    ]

    private func facts() throws -> CardFacts {
        CardFacts(
            method: try #require(PaymentMethodID("pm_1U09")),
            customer: StripeCustomerID("cus_PqR7"),
            fingerprint: "print",
            brand: "visa",
            last4: "4242",
            expiryMonth: 12,
            expiryYear: 2030
        )
    }

    @Test func aCardIsRead() throws {
        let read = ReadTable.card(answer(200, Self.card))
        #expect(read == .value(try facts(), stripeSeconds: nil))
        let noCard: JSONValue = ["id": "pm_1U09", "type": "link"]
        #expect(ReadTable.card(answer(200, noCard)) == .notFound)
        #expect(ReadTable.card(answer(404, Self.error("invalid_request_error"))) == .notFound)
        #expect(ReadTable.card(answer(404, nil)) == .unavailable)
        #expect(ReadTable.card(answer(500, nil)) == .unavailable)
    }

    @Test func aPageIsReadWholeOrNotAtAll() throws {
        let page: JSONValue = ["data": [Self.card], "has_more": true]
        let read = ReadTable.cards(answer(200, page))
        #expect(
            read == .value(CardPage(cards: [try facts()], hasMore: true), stripeSeconds: nil)
        )
        let odd: JSONValue = ["data": [Self.card, ["id": "pm_2"]], "has_more": false]
        #expect(ReadTable.cards(answer(200, odd)) == .unavailable)
        #expect(ReadTable.cards(answer(200, ["data": [], "has_more": true])) == .unavailable)
    }

    /// https://docs.stripe.com/api/customers/delete
    @Test func whoWasDeletedIsToldFromWhoIsThere() {
        let there: JSONValue = ["id": "cus_1", "object": "customer", "livemode": false]
        let gone: JSONValue = ["id": "cus_1", "object": "customer", "deleted": true]
        #expect(ReadTable.customer(answer(200, there)) == .value(true, stripeSeconds: nil))
        #expect(ReadTable.customer(answer(200, gone)) == .value(false, stripeSeconds: nil))
        let missing = Self.error("invalid_request_error", code: "resource_missing")
        #expect(ReadTable.customer(answer(404, missing)) == .notFound)
        // A proxy's page, an overload, a key without the permission: nothing is known.
        for status in [403, 404, 429, 500] {
            #expect(ReadTable.customer(answer(status, nil)) == .unavailable)
        }
        #expect(ReadTable.customer(answer(200, ["object": "customer"])) == .unavailable)
    }

    // MARK: Security codes

    @Test(arguments: ["token_already_used", "resource_missing"])
    func aTokenThatStripeDoesNotTakeEndsTheAttempt(_ code: String) {
        let body = Fixtures.error([
            "type": "invalid_request_error", "code": .string(code),
            "param": "payment_method_options[card][cvc_token]",
        ])
        let refused = answer(400, body)
        let reply = PostTable(isCreate: true).reply(to: refused)
        #expect(reply == .refused(.unusableToken, Receipt(refused)))
    }
}
