import HTTPServer
import Payments
import Testing

@testable import API

@Suite("The second call")
struct SecondCallTests {
    @Test("An intent is enough")
    func intent() async throws {
        let bench = try Bench(clock: { .seconds(1) })
        let call = try await bench.secondCall(#"{"paymentIntentId":"pi_3Abc"}"#)
        #expect(
            call
                == SecondCall(
                    caller: .guest,
                    intent: try Samples.intent(),
                    secret: nil,
                    cart: nil,
                    currency: nil,
                    order: nil
                )
        )
        #expect(await bench.useCases.calls == [.confirm(call, until: .seconds(26))])
    }

    @Test("What repeats the purchase goes along, so that it can be compared")
    func purchase() async throws {
        let call = try await Bench().secondCall(
            #"{"payment_intent_id":"pi_3Abc","items":["a"],"currency":"EUR","orderId":"o1"}"#
        )
        #expect(call.cart == (try Samples.cart(("a", 1))))
        #expect(call.currency == .eur)
        #expect(call.order == OrderID("o1"))
    }

    @Test("The other fields and the key are ignored, right or wrong")
    func ignored() async throws {
        let call = try await Bench().secondCall(
            #"{"paymentIntentId":"pi_3Abc","useStripeSdk":7,"returnUrl":"javascript:x","#
                + #""cvcToken":1,"savePaymentMethod":true,"consent":""}"#,
            ["Idempotency-Key": "short"]
        )
        #expect(call.intent == (try Samples.intent()))
        #expect(call.presentation == Presentation(usesStripeSDK: false, returnURL: nil))
    }

    /// SC02.
    @Test("it says how a challenge is shown, where the shop made the first call")
    func presentation() async throws {
        let call = try await Bench().secondCall(
            #"{"paymentIntentId":"pi_3Abc","useStripeSdk":"true","returnUrl":"shop://back"}"#
        )
        #expect(call.presentation == Presentation(usesStripeSDK: true, returnURL: "shop://back"))
    }

    @Test("A wrong cart, currency or order is a 400 here too")
    func malformed() async throws {
        let bench = try Bench()
        for member in [#""items":[]"#, #""currency":"""#, #""orderId":"a b""#] {
            let response = await bench.post("/pay", #"{"paymentIntentId":"pi_1",\#(member)}"#)
            #expect(response.status == 400)
        }
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("The client secret comes in a header")
    func secret() async throws {
        let bench = try Bench()
        let call = try await bench.secondCall(
            #"{"paymentIntentId":"pi_3Abc"}"#,
            ["Payment-Client-Secret": " \(Samples.secretText) "]
        )
        #expect(call.secret == (try Samples.secret()))
        for headers: HTTPHeaders in [
            ["Payment-Client-Secret": ""], ["Payment-Client-Secret": "a b"],
            ["Payment-Client-Secret": "a", "payment-client-secret": "a"],
        ] {
            let response = await bench.post("/pay", #"{"paymentIntentId":"pi_3Abc"}"#, headers)
            #expect(response.status == 400)
        }
    }

    @Test("Flutter's address takes the intent and nothing else")
    func offSession() async throws {
        let bench = try Bench()
        let response = await bench.post(
            "/charge-card-off-session",
            #"{"paymentIntentId":"pi_3Abc"}"#
        )
        #expect(response.status == 200)
        #expect(try response.object()["succeeded"]?.bool == true)
        #expect(try response.object()["clientSecret"]?.string == Samples.secretText)
        guard case .confirm(let call, _) = await bench.useCases.calls.first else {
            throw Unexpected("no second call")
        }
        #expect(call.intent == (try Samples.intent()))
    }

    @Test(
        "Anything else at that address would charge somebody by an e-mail address",
        arguments: [
            #"{}"#, #"{"email":"a@example.org"}"#, #"{"paymentIntentId":null}"#,
            #"{"paymentIntentId":"pi_1","email":"a@example.org"}"#,
            #"{"paymentIntentId":"pi_1","items":["a"]}"#, #"{"paymentMethodId":"pm_1"}"#,
            #"{"payment_intent_id":"pi_1"}"#, #"{"paymentIntentId":"pm_1"}"#,
            #"{"paymentIntentId":"pi_1","paymentMethodId":"pm_1"}"#, #"[]"#, #""pi_1""#,
        ]
    )
    func offSessionOnly(_ body: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/charge-card-off-session", body)
        #expect(response.status == 400)
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("An unpaid answer there does not say that it succeeded")
    func offSessionChallenge() async throws {
        let bench = try Bench(
            answering: .standing(Samples.view(.requiresAction(Samples.secret())))
        )
        let response = await bench.post(
            "/charge-card-off-session",
            #"{"paymentIntentId":"pi_3Abc"}"#
        )
        #expect(try response.object()["succeeded"] == nil)
        #expect(try response.object()["requiresAction"]?.bool == true)
    }
}
