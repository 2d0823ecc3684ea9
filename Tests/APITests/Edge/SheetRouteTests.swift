import HTTPServer
import JSON
import Payments
import Telemetry
import Testing

@testable import API

@Suite("The routes of sheets")
struct SheetRouteTests {
    private static let routes = [
        "/payment-sheet", "/create-intent", "/confirm-intent", "/confirm_intent",
        "/customer-session", "/quote",
    ]
    private let ann: HTTPHeaders = ["Authorization": TokenForge.bearer("ann")]

    private func bench(
        _ standing: Standing? = nil,
        isReplay: Bool = false,
        customer: String? = "cus_PqR7",
        accounts: Bool = false
    ) throws -> Bench {
        let secret = try Samples.secret()
        let view = try Samples.view(
            standing ?? .notAttempted(secret),
            isReplay: isReplay,
            customer: customer
        )
        return try Bench(
            answering: .standing(view),
            settings: {
                $0.customerTokens = CustomerTokens(secrets: [Secret(TokenForge.secret)])
                $0.showsCustomerAccounts = accounts
            }
        )
    }

    private func paid(_ bench: Bench) async throws -> PayRequest {
        guard case .pay(let request, _) = await bench.useCases.calls.last else {
            throw Unexpected("no call")
        }
        return request
    }

    @Test("take a POST", arguments: routes)
    func methods(_ path: String) async throws {
        let bench = try bench()
        let response = await bench.get(path)
        #expect(response.status == 405)
        #expect(response.headers["allow"] == "POST, OPTIONS")
        #expect(await bench.get(path, method: .options).status == 204)
    }

    // MARK: /payment-sheet

    @Test("An empty body opens a sheet of the default items for a guest")
    func emptyBody() async throws {
        let bench = try bench()
        let response = await bench.post("/payment-sheet", "", contentType: nil)
        #expect(response.status == 200)
        #expect(
            try response.object() == [
                "status": "requires_payment_method",
                "paymentId": .string(Samples.paymentText), "paymentIntentId": "pi_3Abc",
                "amount": 1400, "currency": "usd",
                "paymentIntent": .string(Samples.secretText), "customer": "cus_PqR7",
                "customerSessionClientSecret": "a-secret-of-stripe",
                "publishableKey": "pk_test_1",
            ]
        )
        let request = try await paid(bench)
        #expect(request.flow == .appConfirmed && request.method == nil)
        let defaults = try Samples.defaults()
        #expect(request.cart == defaults.cart && request.currency == defaults.currency)
        #expect(request.wishes == AppWishes(makesGuestCustomer: true))
        // A checkout without a name is one of its own.
        let first = try #require(request.key)
        _ = await bench.post("/payment-sheet", "", contentType: nil)
        #expect(try await paid(bench).key != first)
    }

    @Test("A sheet has the key, the order, and the wishes of its customer")
    func fields() async throws {
        let bench = try bench(isReplay: true, accounts: true)
        var headers = ann
        headers.add("Idempotency-Key", "checkout-1")
        let response = await bench.post(
            "/payment-sheet",
            #"{"items":["id-1"],"currency":"EUR","orderId":"o-1","savePaymentMethod":true,"#
                + #""consent":"terms 3","customerKeyType":"customer_session"}"#,
            headers
        )
        #expect(response.headers["idempotent-replayed"] == "true")
        #expect(try response.object()["customerAccount"] == "acct_1")
        let request = try await paid(bench)
        #expect(request.key?.text == "checkout-1" && request.order?.description == "o-1")
        #expect(request.card.saving == Saving(consent: Consent("terms 3")))
        #expect(request.currency == .eur)
        let order = await bench.post("/payment-sheet", #"{"orderId":"o-1"}"#)
        #expect(order.status == 200)
        #expect(try await paid(bench).key == nil)
    }

    @Test(
        "An SDK that names its version gets a key of that version",
        arguments: [
            (
                #"{"apiVersion":"2020-08-27"}"#,
                SheetKeyKind.ephemeralKey(StripeVersion("2020-08-27"))
            ),
            (
                #"{"api_version":"2020-08-27","customer_key_type":"legacy_ephemeral_key"}"#,
                .ephemeralKey(StripeVersion("2020-08-27"))
            ),
            (#"{"customer_key_type":"legacy_ephemeral_key"}"#, .ephemeralKey(nil)),
            (
                #"{"customerKeyType":"customer_session","apiVersion":"2020-08-27"}"#,
                .customerSession
            ),
        ]
    )
    func keyKind(_ body: String, _ kind: SheetKeyKind) async throws {
        let bench = try bench()
        let told = try await bench.post("/payment-sheet", body).object()
        let name =
            kind == .customerSession ? "customerSessionClientSecret" : "ephemeralKey"
        #expect(told[name] == "a-secret-of-stripe")
        let customer = try #require(StripeCustomerID("cus_PqR7"))
        #expect(await bench.sheets.calls == [.intent(customer, .guest, kind)])
    }

    @Test(
        "Wrong fields are told",
        arguments: [
            ("/payment-sheet", #"{"apiVersion":"newest"}"#, 400),
            ("/payment-sheet", #"{"customerKeyType":"session"}"#, 400),
            ("/payment-sheet", #"{"apiVersion":"2020-08-27","api_version":"2020-08-27"}"#, 400),
            ("/payment-sheet", #"{"savePaymentMethod":true}"#, 401),
            ("/create-intent", #"{"requireCvcRecollection":"yes"}"#, 400),
            ("/create-intent", #"{"savePaymentMethod":true}"#, 401),
            ("/quote", #"{"currency":"dollars"}"#, 400),
        ]
    )
    func wrong(_ path: String, _ body: String, _ status: Int) async throws {
        let bench = try bench()
        #expect(await bench.post(path, body).status == status)
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("What is further than a sheet is told as by /pay")
    func further() async throws {
        let secret = try Samples.secret()
        for path in ["/payment-sheet", "/create-intent"] {
            let paid = await (try bench(.succeeded(secret))).post(path, "{}")
            #expect(try paid.object()["status"] == "succeeded")
            #expect(try paid.object()["paymentIntent"] == nil)
            let open = await (try bench(.unknown)).post(path, "{}")
            #expect(try open.code() == "outcome_unknown")
        }
    }

    @Test("Without a secret of Stripe's the sheet comes later, and the intent stays")
    func withoutSecret() async throws {
        let bench = try bench()
        await bench.sheets.goAway()
        let response = await bench.post("/payment-sheet", "{}")
        #expect(response.status == 503 && response.headers["retry-after"] != nil)
        let session = await bench.post("/customer-session", "{}", ann)
        #expect(session.status == 503)
    }

    @Test("A key of an intent without a customer opens no sheet")
    func withoutCustomer() async throws {
        let response = await (try bench(customer: nil)).post("/payment-sheet", "{}")
        #expect(response.status == 422)
        #expect(try response.code() == "idempotency_key_reused")
    }

    // MARK: /create-intent

    @Test("An intent for an element has its secret, and asks for the code where it is wanted")
    func intent() async throws {
        let bench = try bench()
        let response = await bench.post("/create-intent", #"{"requireCvcRecollection":true}"#, ann)
        #expect(
            try response.object() == [
                "status": "requires_payment_method",
                "paymentId": .string(Samples.paymentText), "paymentIntentId": "pi_3Abc",
                "amount": 1400, "currency": "usd",
                "clientSecret": .string(Samples.secretText),
            ]
        )
        #expect(try await paid(bench).wishes == AppWishes(recollectsCVC: true))
        #expect(await bench.sheets.calls.isEmpty)
    }

    // MARK: /confirm-intent

    @Test(
        "A confirm handler may spell as it likes",
        arguments: [
            #"{"payment_method_id":"pm_1Abc","currency":"USD","should_save_payment_method":false,"#
                + #""return_url":"a://b","customer_id":null,"order_id":"o-1"}"#,
            #"{"paymentMethodId":"pm_1Abc","currency":"usd","shouldSavePaymentMethod":false,"#
                + #""returnUrl":"a://b","customer_id":"cus_of_somebody","orderId":"o-1"}"#,
        ]
    )
    func spellings(_ body: String) async throws {
        let bench = try bench()
        let response = await bench.post("/confirm_intent", body)
        #expect(try response.object() == ["intentClientSecret": .string(Samples.secretText)])
        #expect(response.headers["payment-id"] == Samples.paymentText)
        let request = try await paid(bench)
        let method = try Samples.method()
        #expect(request.flow == .appConfirmed && request.method == method)
        #expect(
            request.presentation == Presentation(usesStripeSDK: true, returnURL: "a://b")
        )
        #expect(request.order?.description == "o-1" && request.card == .plain)
        #expect(request.key == nil)
    }

    @Test("A confirm handler may save the card of who is signed in")
    func saving() async throws {
        let bench = try bench()
        let body = #"{"payment_method_id":"pm_1Abc","should_save_payment_method":true}"#
        let guest = await bench.post("/confirm-intent", body)
        #expect(guest.status == 401)
        #expect(try guest.object().keys.sorted() == ["error"])
        _ = await bench.post("/confirm-intent", body, ann)
        #expect(try await paid(bench).card.saving == Saving(consent: nil))
    }

    @Test("Every answer of a confirm handler is exactly one member")
    func strict() async throws {
        let expected: [String: Int] = [
            "succeeded": 200, "requires_action": 200, "requires_payment_method": 200,
            "declined": 402, "expired": 402, "canceled": 402, "processing": 504, "unknown": 504,
        ]
        for answer in try Samples.answers() {
            let reply = ConfirmationTable.reply(to: answer)
            let names = try reply.response.object().keys
            #expect(names == [reply.status == 200 ? "intentClientSecret" : "error"], "\(answer)")
            guard case .standing(let view) = answer else {
                #expect(reply.status >= 400)
                continue
            }
            switch view.standing {
            case .duplicateSuspected:
                #expect(reply.status == 409 && reply.headers["payment-id"] == nil)
            case .succeeded(nil): #expect(reply.status == 409)
            case .notAttempted(nil), .requiresCustomer: #expect(reply.status == 402)
            case let standing:
                #expect(reply.status == expected[OutcomeTable.word(for: standing)])
                #expect(reply.headers["payment-id"] == Samples.paymentText)
            }
        }
    }

    @Test(
        "So is what is turned away before",
        arguments: [
            (#"{"payment_method_id":"card_1"}"#, 400), ("{}", 400), ("[]", 400),
            (#"{"payment_method_id":"pm_1","paymentMethodId":"pm_1"}"#, 400),
            (#"{"payment_method_id":"pm_1","note":"4242 4242 4242 4242"}"#, 400),
        ]
    )
    func turnedAway(_ body: String, _ status: Int) async throws {
        let bench = try bench()
        let response = await bench.post("/confirm-intent", body)
        #expect(response.status == status)
        #expect(try response.object().keys.sorted() == ["error"])
        let other = await bench.get("/confirm-intent")
        #expect(other.status == 405 && other.headers["allow"] == "POST, OPTIONS")
        #expect(try other.object().keys.sorted() == ["error"])
    }

    // MARK: /customer-session and /quote

    @Test("A session is for who is signed in")
    func session() async throws {
        let bench = try bench(accounts: true)
        let guest = await bench.post("/customer-session", "", contentType: nil)
        #expect(guest.status == 401)
        #expect(try guest.code() == "customer_token_required")
        let response = await bench.post("/customer-session", "", ann, contentType: nil)
        #expect(
            try response.object() == [
                "customer": "cus_PqR7", "customerSessionClientSecret": "a-secret-of-stripe",
                "customerAccount": "acct_1", "publishableKey": "pk_test_1",
            ]
        )
        let reference = try #require(CustomerReference("ann"))
        #expect(await bench.sheets.calls == [.customer(reference, .customerSession)])
        #expect(await (try Bench()).post("/customer-session", "{}", ann).status == 404)
    }

    @Test("A quote is a price, and starts nothing")
    func quote() async throws {
        let bench = try bench()
        let response = await bench.post("/quote", #"{"items":[{"id":"id-1"}],"currency":"eur"}"#)
        #expect(try response.object() == ["amount": 1400, "currency": "eur"])
        let item = try #require(ItemID("camera"))
        let none = try Bench(answering: .refused(.pricing(.unknownItem(item))))
        let refused = await none.post("/quote", #"{"items":["camera"]}"#)
        #expect(refused.status == 400)
        #expect(try refused.code() == "unknown_item")
    }

    @Test("A limit is told as an error alone, with when to come back")
    func limit() async throws {
        let bench = try Bench(answering: .refused(.rateLimited(wait: .seconds(7))))
        let response = await bench.post("/confirm-intent", #"{"payment_method_id":"pm_1"}"#)
        #expect(response.status == 429)
        #expect(response.headers["retry-after"] == "7")
        #expect(try response.object().keys.sorted() == ["error"])
    }
}
