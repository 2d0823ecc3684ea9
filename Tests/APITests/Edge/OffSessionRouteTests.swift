import HTTPServer
import Money
import Payments
import Testing

@testable import API

@Suite("Charging a customer who is away")
struct OffSessionRouteTests {
    private static let path = "/off-session-payments"
    private static let body =
        #"{"customerRef":"ann","orderId":"o-1","amount":2350,"currency":"EUR","#
        + #""paymentMethodId":"pm_1","description":"unread","off_session":false}"#

    private func ask(
        _ body: String,
        key: String? = "key",
        answering answer: PaymentAnswer? = nil
    ) async throws -> (response: HTTPResponse, calls: [ScriptedUseCases.Call], apiKey: String) {
        let keys = MemoryKeys()
        let (id, text) = await keys.make(.merchant)
        let bench = try Bench(answering: answer, clock: { .seconds(1) }, keys: keys)
        var headers: HTTPHeaders = ["Authorization": "Bearer \(text)"]
        if let key { headers.add("Idempotency-Key", key) }
        let response = await bench.post(Self.path, body, headers)
        return (response, await bench.useCases.calls, id)
    }

    @Test("is asked for with a customer, an order, a price and a key")
    func decoding() async throws {
        let asked = try await ask(Self.body)
        #expect(asked.response.status == 200)
        guard case .charge(let charge, let deadline)? = asked.calls.first else {
            throw Unexpected("no charge")
        }
        #expect(deadline == .seconds(26))
        #expect(charge.customer.description == "ann")
        #expect(charge.key == IdempotencyKey("key"))
        #expect(charge.method == PaymentMethodID("pm_1"))
        #expect(
            charge.order
                == OrderRequest(
                    order: try #require(OrderID("o-1")),
                    price: .amount(Amount(minorUnits: 2350, currency: .eur)),
                    customer: charge.customer,
                    description: nil,
                    key: asked.apiKey
                )
        )
    }

    @Test("needs no card where there is only one")
    func onlyCard() async throws {
        let asked = try await ask(
            #"{"customerRef":"ann","orderId":"o-1","items":["a"],"currency":"usd"}"#
        )
        guard case .charge(let charge, _)? = asked.calls.first else {
            throw Unexpected("no charge")
        }
        #expect(charge.method == nil)
        #expect(charge.order.price == .items(try Samples.cart(("a", 1)), .usd))
    }

    @Test("says which card the bank wants the customer for")
    func wanted() async throws {
        let view = try Samples.view(.requiresCustomer(PaymentMethodID("pm_1")))
        let body = try await ask(Self.body, answering: .standing(view)).response.object()
        #expect(body["status"] == "requires_payment_method")
        #expect(body["code"] == "authentication_required")
        #expect(body["paymentMethodId"] == "pm_1")
        #expect(body["paymentIntentId"] == "pi_3Abc")
    }

    @Test(
        "is refused where something is missing",
        arguments: [
            #"{"orderId":"o-1","amount":2350,"currency":"eur"}"#,
            #"{"customerRef":"","orderId":"o-1","amount":2350,"currency":"eur"}"#,
            #"{"customerRef":"ann","amount":2350,"currency":"eur"}"#,
            #"{"customerRef":"ann","orderId":"o-1","currency":"eur"}"#,
            #"{"customerRef":"ann","orderId":"o-1","amount":2350}"#,
            #"{"customerRef":"ann","orderId":"o-1","amount":0,"currency":"eur"}"#,
            #"{"customerRef":"ann","orderId":"o-1","amount":1,"items":["a"],"currency":"eur"}"#,
            #"{"customerRef":"ann","orderId":"o-1","amount":1,"currency":"eur","#
                + #""paymentMethodId":"card_1"}"#,
            "nonsense",
        ]
    )
    func incomplete(_ body: String) async throws {
        let asked = try await ask(body)
        #expect(asked.response.status == 400)
        #expect(try asked.response.code() == "invalid_request")
        #expect(asked.calls.isEmpty)
    }

    @Test("needs a key")
    func key() async throws {
        let asked = try await ask(Self.body, key: nil)
        #expect(asked.response.status == 400)
        #expect(try asked.response.code() == "idempotency_key_required")
    }

    @Test("and seeing the cards is the business of whoever has a key, before anything is read")
    func access() async throws {
        let bench = try Bench(settings: { settings in
            settings.customerTokens = CustomerTokens(secrets: [.init(TokenForge.secret)])
        })
        let askers: [HTTPHeaders] = [[:], ["Authorization": TokenForge.bearer("ann")]]
        for headers in askers {
            let responses = [
                await bench.post(Self.path, "nonsense", headers),
                await bench.get("/customers/ann/payment-methods", headers),
                await bench.get("/customers/%/payment-methods", headers),
            ]
            for response in responses {
                #expect(response.status == 401)
                #expect(try response.code() == "api_key_required")
            }
        }
        #expect(await bench.useCases.calls.isEmpty)
        #expect(await bench.wallet.calls.isEmpty)
    }

    @Test(
        "The cards of a customer are found by any name",
        arguments: [
            ("ann", "ann"), ("a%20b%2Fc", "a b/c"), ("ann@example.com", "ann@example.com"),
            ("%C3%A9t%c3%a9", "été"), ("a+b", "a+b"),
        ]
    )
    func cards(_ segment: String, _ name: String) async throws {
        let keys = MemoryKeys()
        let text = await keys.make(.ops).text
        // Also where no customer can sign in.
        let bench = try Bench(keys: keys)
        let response = await bench.get(
            "/customers/\(segment)/payment-methods",
            ["Authorization": "Bearer \(text)"]
        )
        #expect(response.text == #"{"paymentMethods":[]}"#)
        #expect(await bench.wallet.calls == [.cards(try #require(CustomerReference(name)))])
    }

    @Test("A name that is none is a 400", arguments: ["%", "%4", "%zz", "%FF", "a%00"])
    func wrongNames(_ segment: String) async throws {
        let keys = MemoryKeys()
        let text = await keys.make(.ops).text
        let bench = try Bench(keys: keys)
        let response = await bench.get(
            "/customers/\(segment)/payment-methods",
            ["Authorization": "Bearer \(text)"]
        )
        #expect(response.status == 400)
        #expect(await bench.wallet.calls.isEmpty)
    }
}
