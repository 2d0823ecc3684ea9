import HTTPServer
import Payments
import Telemetry
import Testing

@testable import API

@Suite("The routes of saved cards")
struct WalletRouteTests {
    private static let routes: [(HTTPMethod, String)] = [
        (.get, "/payment-methods"), (.delete, "/payment-methods/pm_1"),
    ]
    private let ann: HTTPHeaders = ["Authorization": TokenForge.bearer("ann")]

    private func bench() throws -> Bench {
        let tokens = CustomerTokens(secrets: [Secret(TokenForge.secret)])
        return try Bench(settings: { $0.customerTokens = tokens })
    }

    @Test(
        "have their methods",
        arguments: [
            ("/payment-methods", "GET, HEAD, OPTIONS"),
            ("/payment-methods/pm_1", "DELETE, OPTIONS"),
        ]
    )
    func methods(_ path: String, _ allowed: String) async throws {
        let bench = try bench()
        for method in HTTPMethod.allCases where !allowed.contains(method.rawValue) {
            let response = await bench.get(path, method: method)
            #expect(response.status == 405)
            #expect(response.headers["allow"] == allowed)
        }
        #expect(await bench.get(path, method: .options).status == 204)
    }

    @Test("are for who has signed in", arguments: routes)
    func guests(_ method: HTTPMethod, _ path: String) async throws {
        let bench = try bench()
        let response = await bench.get(path, method: method)
        #expect(response.status == 401)
        #expect(try response.code() == "customer_token_required")
        #expect(await bench.wallet.calls.isEmpty)
    }

    @Test("are not there where nobody can sign in", arguments: routes)
    func withoutCustomers(_ method: HTTPMethod, _ path: String) async throws {
        let response = await (try Bench()).get(path, ann, method: method)
        #expect(response.status == 404)
        #expect(try response.code() == "not_found")
    }

    @Test("are about the customer of the token alone")
    func customer() async throws {
        let bench = try bench()
        #expect(await bench.get("/payment-methods", ann).text == #"{"paymentMethods":[]}"#)
        let removed = await bench.get("/payment-methods/pm_1", ann, method: .delete)
        #expect(removed.text == #"{"id":"pm_1","deleted":true}"#)
        let odd = await bench.get("/payment-methods/card_1", ann, method: .delete)
        #expect(odd.status == 404)
        #expect(try odd.code() == "payment_method_not_found")
        let reference = try #require(CustomerReference("ann"))
        let method = try #require(PaymentMethodID("pm_1"))
        #expect(await bench.wallet.calls == [.cards(reference), .remove(method, reference)])
    }

    @Test("A customer may save a card, and pay with a security code alone")
    func firstCall() async throws {
        let bench = try bench()
        let saving = try await bench.firstCall(
            #"{"paymentMethodId":"pm_1","savePaymentMethod":true,"consent":"terms 3"}"#,
            ann
        )
        #expect(saving.card == CardUse(saving: Saving(consent: Consent("terms 3"))))
        let plain = try await bench.firstCall(
            #"{"paymentMethodId":"pm_1","isSavingCard":false,"consent":"terms 3"}"#,
            ann
        )
        #expect(plain.card == .plain)
        let alone = try await bench.firstCall(#"{"cvcToken":"cvctok_1"}"#, ann)
        #expect(alone.method == nil)
        #expect(alone.cvcToken?.exposed == "cvctok_1")
        #expect(!bench.log.joined().contains("cvctok"))
    }
}
