import HTTPServer
import JSON
import Money
import Payments
import Testing

@testable import API

@Suite("Orders of the shop")
struct OrderEndpointsTests {
    private static func fixed() throws -> FixedOrder {
        let ann = try #require(CustomerReference("ann"))
        return FixedOrder(
            id: try #require(OrderID("o-1")),
            amount: Amount(minorUnits: 2599, currency: .eur),
            cart: nil,
            customer: ann,
            description: "With tax"
        )
    }

    private func ask(
        _ body: String,
        answering answer: OrderAnswer
    ) async throws -> (response: HTTPResponse, calls: [ScriptedUseCases.Call], key: String) {
        let keys = MemoryKeys()
        let (id, text) = await keys.make(.merchant)
        let bench = try Bench(orders: answer, keys: keys)
        let response = await bench.post("/orders", body, ["Authorization": "bearer \(text)"])
        return (response, await bench.useCases.calls, id)
    }

    @Test("are fixed at an amount or at the catalogue's prices")
    func decoding() async throws {
        let answer = OrderAnswer.fixed(try Self.fixed(), nil)
        let body =
            #"{"orderId":"o-1","amount":2599,"currency":"EUR","customerRef":"ann","#
            + #""description":"With tax","unknown":1}"#
        let byAmount = try await ask(body, answering: answer)
        #expect(byAmount.response.status == 200)
        guard case .fix(let request)? = byAmount.calls.first else { throw Unexpected("no order") }
        #expect(request.price == .amount(Amount(minorUnits: 2599, currency: .eur)))
        #expect(request.customer?.description == "ann")
        #expect(request.description == "With tax")
        #expect(request.key == byAmount.key)

        let items = #"{"orderId":"o-1","items":["id-1",{"id":"id-1"}],"currency":"usd"}"#
        let byItems = try await ask(items, answering: answer)
        guard case .fix(let request)? = byItems.calls.first else { throw Unexpected("no order") }
        #expect(request.price == .items(try Samples.cart(("id-1", 2)), .usd))
        #expect(request.customer == nil && request.description == nil)
    }

    @Test("are answered flat, with the newest attempt")
    func answer() async throws {
        let view = try Samples.view(.succeeded(try Samples.secret()))
        let asked = try await ask(
            #"{"orderId":"o-1","amount":2599,"currency":"eur"}"#,
            answering: .fixed(try Self.fixed(), view)
        )
        let expected: JSONObject = [
            "orderId": "o-1", "amount": 2599, "currency": "eur", "customerRef": "ann",
            "description": "With tax", "paymentId": .string(Samples.paymentText),
            "status": "succeeded",
        ]
        #expect(try asked.response.object() == expected)
    }

    static let refusals: [(OrderRefusal, Int, String)] = [
        (.fixedOtherwise, 409, "order_fixed"), (.inUse, 409, "order_in_use"),
        (.notFound, 404, "order_not_found"), (.unavailable, 503, "unavailable"),
        (.pricing(.outsideLimits(.overflow)), 400, "amount_out_of_range"),
    ]

    @Test("are refused with a sentence and a word", arguments: refusals)
    func refused(refusal: OrderRefusal, status: Int, code: String) async throws {
        let body = #"{"orderId":"o-1","amount":2599,"currency":"eur"}"#
        let response = try await ask(body, answering: .refused(refusal)).response
        #expect(response.status == status)
        #expect(try response.code() == code)
        #expect(try !response.sentence().isEmpty)
    }

    @Test("are the business of whoever has a key, before anything is read")
    func access() async throws {
        let bench = try Bench(settings: { settings in
            settings.customerTokens = CustomerTokens(secrets: [.init(TokenForge.secret)])
        })
        let askers: [HTTPHeaders] = [[:], ["Authorization": TokenForge.bearer("ann")]]
        for headers in askers {
            let responses = [
                await bench.post("/orders", "nonsense", headers),
                await bench.get("/orders/o-1", headers),
                await bench.get("/orders/o_(1)", headers),
            ]
            for response in responses {
                #expect(response.status == 401)
                #expect(try response.code() == "api_key_required")
                #expect(response.headers["www-authenticate"] == "Bearer")
            }
        }
        #expect(await bench.useCases.calls.isEmpty)
    }
}
