import HTTPServer
import Money
import Payments
import Testing

@testable import API

@Suite("The first call")
struct FirstCallTests {
    @Test("The guide's iOS app: one object, as Swift reads its literal")
    func iOS() async throws {
        let call = try await Bench().firstCall(
            #"{"useStripeSdk":true,"paymentMethodId":"pm_1Abc","currency":"usd","#
                + #""items":{"id":"photo_subscription"}}"#
        )
        #expect(call.method == (try Samples.method()))
        #expect(call.cart == (try Samples.cart(("photo_subscription", 1))))
        #expect(call.currency == .usd)
        #expect(call.presentation == Presentation(usesStripeSDK: true, returnURL: nil))
        #expect(call.caller == .guest)
        #expect(call.key == nil && call.order == nil)
    }

    @Test("Android: an array of objects, and a charset")
    func android() async throws {
        let bench = try Bench()
        let response = await bench.post(
            "/pay",
            #"{"useStripeSdk":true,"paymentMethodId":"pm_1Abc","currency":"usd","#
                + #""items":[{"id":"photo_subscription"}]}"#,
            contentType: "application/json; charset=utf-8"
        )
        #expect(response.status == 200)
        guard case .pay(let call, _) = await bench.useCases.calls.first else {
            throw Unexpected("no first call")
        }
        #expect(call.cart == (try Samples.cart(("photo_subscription", 1))))
    }

    @Test("The web: no SDK flag, and the other spelling of the item")
    func web() async throws {
        let call = try await Bench().firstCall(
            #"{"paymentMethodId":"pm_1Abc","currency":"usd","items":[{"id":"photo-subscription"}]}"#
        )
        #expect(call.cart == (try Samples.cart(("photo_subscription", 1))))
        #expect(call.presentation == Presentation(usesStripeSDK: false, returnURL: nil))
    }

    @Test("React Native: an array of strings, at an address of its own")
    func reactNative() async throws {
        let bench = try Bench()
        let response = await bench.post(
            "/pay-without-webhooks",
            #"{"useStripeSdk":true,"paymentMethodId":"pm_1Abc","currency":"usd","items":["id-1"]}"#
        )
        #expect(response.status == 200)
        guard case .pay(let call, _) = await bench.useCases.calls.first else {
            throw Unexpected("no first call")
        }
        #expect(call.cart == (try Samples.cart(("id-1", 1))))
    }

    @Test("Flutter: items that are null are the default ones")
    func flutter() async throws {
        let call = try await Bench().firstCall(
            #"{"useStripeSdk":true,"paymentMethodId":"pm_1Abc","currency":"usd","items":null,"#
                + #""cvcToken":null,"email":null,"orderId":null,"returnUrl":null,"consent":null}"#
        )
        #expect(call.cart == (try Samples.defaults()).cart)
    }

    @Test("What is not said is the operator's default")
    func defaults() async throws {
        let cart = try Samples.cart(("book", 2))
        let bench = try Bench(settings: {
            $0.defaults = PurchaseDefaults(cart: cart, currency: .eur)
        })
        let call = try await bench.firstCall(#"{"paymentMethodId":"pm_1Abc"}"#)
        #expect(call.cart == cart)
        #expect(call.currency == .eur)
    }

    static let carts: [(String, [(String, Int64)])] = [
        (#""book""#, [("book", 1)]),
        (#"{"id":"book"}"#, [("book", 1)]),
        (#"{"id":"book","quantity":3}"#, [("book", 3)]),
        (#"{"id":"book","quantity":null}"#, [("book", 1)]),
        (#"["book","pen"]"#, [("book", 1), ("pen", 1)]),
        (#"[{"id":"book","quantity":10000},{"id":"pen"}]"#, [("book", 10_000), ("pen", 1)]),
        (#"[{"id":"a-b","quantity":2},{"id":"a_b","quantity":3}]"#, [("a_b", 5)]),
        (#"["pen",{"id":"book","price":1,"amount":1}]"#, [("book", 1), ("pen", 1)]),
        (#"[{"id":"x&amount=1"}]"#, [("x&amount=1", 1)]),
        (#"["a+b%2B"]"#, [("a+b%2B", 1)]),
    ]

    @Test("Items come in five forms", arguments: carts)
    func items(_ json: String, _ lines: [(String, Int64)]) async throws {
        var expected: [(item: ItemID, quantity: Int64)] = []
        for (name, quantity) in lines { expected.append((try #require(ItemID(name)), quantity)) }
        let call = try await Bench().firstCall(#"{"paymentMethodId":"pm_1","items":\#(json)}"#)
        #expect(call.cart == Cart(expected))
    }

    @Test("A hundred lines are allowed")
    func manyLines() async throws {
        let items = (1...100).map { "\"item\($0)\"" }.joined(separator: ",")
        let call = try await Bench().firstCall(#"{"paymentMethodId":"pm_1","items":[\#(items)]}"#)
        #expect(call.cart.lines.count == 100)
    }

    static let presentations: [(String, Bool, String?)] = [
        (#""useStripeSdk":true"#, true, nil), (#""useStripeSdk":"true""#, true, nil),
        (#""useStripeSdk":false"#, false, nil), (#""useStripeSdk":"false""#, false, nil),
        (#""useStripeSdk":null"#, false, nil), (#""use_stripe_sdk":true"#, true, nil),
        (#""returnUrl":"https://example.org/done?x=1#y""#, false, "https://example.org/done?x=1#y"),
        (
            #""returnUrl":"stripe-example://stripe-redirect""#, false,
            "stripe-example://stripe-redirect"
        ),
        (#""return_url":"com.example.app:/back""#, false, "com.example.app:/back"),
        (#""returnUrl":"httpx:go""#, false, "httpx:go"),
    ]

    @Test("How the app shows a challenge", arguments: presentations)
    func presentation(_ member: String, _ usesSDK: Bool, _ url: String?) async throws {
        let call = try await Bench().firstCall(#"{"paymentMethodId":"pm_1",\#(member)}"#)
        #expect(call.presentation == Presentation(usesStripeSDK: usesSDK, returnURL: url))
    }

    @Test("A return URL may have 2,048 characters")
    func longReturnURL() async throws {
        let url = "app://" + String(repeating: "u", count: 2042)
        let call = try await Bench().firstCall(#"{"paymentMethodId":"pm_1","returnUrl":"\#(url)"}"#)
        #expect(call.presentation.returnURL == url)
    }

    @Test("Currency in any case, an order, a consent, no saving: accepted")
    func others() async throws {
        let consent = String(repeating: "é", count: 200)
        let call = try await Bench().firstCall(
            #"{"paymentMethodId":"pm_1","currency":"EuR","orderId":"A.b_c:1-2","#
                + #""savePaymentMethod":false,"consent":"\#(consent)","unknown":{"x":[1.5,null]}}"#
        )
        #expect(call.currency == .eur)
        #expect(call.order == OrderID("A.b_c:1-2"))
    }

    /// One purchase, as different JSON writers write it.
    static let sameBodies = [
        #"{"paymentMethodId":"pm_1","currency":"usd","items":{"id":"photo_subscription"},"#
            + #""useStripeSdk":true}"#,
        #"{"useStripeSdk":true,"items":[{"id":"photo_subscription"}],"currency":"usd","#
            + #""paymentMethodId":"pm_1"}"#,
        #"{ "items" : [ { "quantity" : 1 , "id" : "photo-subscription" } ] ,"#
            + "\n\t" + #""currency":"USD", "paymentMethodId" : "pm_1","useStripeSdk":"true"}"#,
        #"{"currency":"Usd","paymentMethodId":"pm_1","items":["photo_subscription"],"#
            + #""useStripeSdk":true,"orderId":null,"note":"é"}"#,
        #"{"payment_method_id":"pm_\u0031","items":"photo_subscription","use_stripe_sdk":true,"#
            + #""savePaymentMethod":false}"#,
        #"{"paymentMethodId":"pm_1","items":null,"useStripeSdk":true}"#,
    ]

    @Test("The same purchase is the same request, however it is written")
    func canonical() async throws {
        let calls = try await sequentially(Self.sameBodies) { try await Bench().firstCall($0) }
        #expect(Set(calls).count == 1)
    }

    @Test("Another purchase is another request")
    func distinct() async throws {
        let bodies = [
            #"{"paymentMethodId":"pm_1"}"#, #"{"paymentMethodId":"pm_2"}"#,
            #"{"paymentMethodId":"pm_1","currency":"eur"}"#,
            #"{"paymentMethodId":"pm_1","orderId":"o1"}"#,
            #"{"paymentMethodId":"pm_1","items":["a"]}"#,
            #"{"paymentMethodId":"pm_1","items":[{"id":"a","quantity":2}]}"#,
        ]
        let calls = try await sequentially(bodies) { try await Bench().firstCall($0) }
        #expect(Set(calls).count == bodies.count)
    }

    @Test("The use case has until the answer's deadline")
    func deadline() async throws {
        let bench = try Bench(
            clock: { .seconds(500) },
            settings: { $0.answerTimeout = .seconds(7) }
        )
        let call = try await bench.firstCall(#"{"paymentMethodId":"pm_1"}"#)
        #expect(await bench.useCases.calls == [.pay(call, until: .seconds(507))])
    }

    @Test("A snake_case spelling is answered in that dialect, the camelCase ones are not")
    func dialect() async throws {
        let bench = try Bench()
        for body in [
            #"{"payment_method_id":"pm_1"}"#, #"{"paymentMethodId":"pm_1","use_stripe_sdk":true}"#,
            #"{"paymentMethodId":"pm_1","return_url":"a://b"}"#, #"{"payment_intent_id":"pi_1"}"#,
        ] {
            #expect(try await bench.post("/pay", body).object()["success"]?.bool == true)
        }
        for body in [
            #"{"paymentMethodId":"pm_1"}"#, #"{"paymentMethodId":"pm_1","isSavingCard":false}"#,
            #"{"paymentMethodId":"pm_1","use_stripe_sdk":null}"#,
        ] {
            #expect(try await bench.post("/pay", body).object()["success"] == nil)
        }
    }
}

/// Maps one after the other.
func sequentially<In, Out>(
    _ values: [In],
    _ body: (In) async throws -> Out
) async throws -> [Out] {
    var results: [Out] = []
    for value in values { results.append(try await body(value)) }
    return results
}
