import JSON
import Testing

@testable import StripeSimulator

@Suite struct AuthorizationTests {
    @Test(arguments: [
        "Bearer sk_test_abc", "bearer rk_test_abc", "Basic c2tfdGVzdF9hYmM6",
        "Basic c2tfdGVzdF9hYmM=",
    ])
    func testKeysAreTaken(authorization: String) {
        #expect(Bench().get("/v1/payment_intents", as: authorization).status == 200)
    }

    @Test(
        arguments: [
            nil, "", "Bearer", "Basic", "Digest x", "Bearer sk_prod_abcdefghijklmnop", "Bearer x",
            "Basic %%%", "Bearer sk_test_", "Bearer sk_test_a b", "Bearer sk_live_abcdefghijkl",
        ] as [String?]
    )
    func allOthersAre401(authorization: String?) {
        let refused = Bench().get("/v1/payment_intents", as: authorization)
        #expect(refused.status == 401)
        #expect(refused.kind == "invalid_request_error")
        #expect(refused.code == nil)
        #expect(refused.header("Request-Id") != nil)
    }

    @Test func messagesAreClearAndHoldNoKey() {
        let bench = Bench()
        #expect(bench.get("/v1/charges", as: nil).message.hasPrefix("You did not provide an API"))
        let live = bench.get("/v1/charges", as: "Bearer sk_live_SECRETSECRET1234")
        #expect(live.message.contains("refuses live keys"))
        #expect(!live.text.contains("SECRET"))
        let wrong = bench.get("/v1/charges", as: "Bearer sk_wrong_SECRETSECRET1234")
        #expect(wrong.message == "Invalid API Key provided: sk_wrong_****1234")
    }

    private let app = "Bearer pk_test_app"

    @Test func anAppMayDoWhatStripeLetsItDo() {
        let bench = Bench()
        #expect(
            bench.post("/v1/payment_methods", Bench.card("4242424242424242"), as: app).status == 200
        )
        for (method, path) in [
            ("POST", "/v1/payment_intents"), ("GET", "/v1/payment_intents"),
            ("GET", "/v1/charges"), ("GET", "/v1/charges/ch_1"),
            ("POST", "/v1/payment_intents/pi_1"), ("POST", "/v1/payment_intents/pi_1/cancel"),
            ("POST", "/v1/payment_intents/pi_1/capture"), ("GET", "/v1/payment_methods/pm_1"),
        ] {
            let refused = bench.send(method, path, as: app)
            #expect(refused.status == 401, "\(method) \(path)")
            #expect(refused.code == "secret_key_required")
        }
    }

    @Test func anAppReadsAnIntentWithItsSecret() {
        let bench = Bench()
        let intent = bench.create("metadata[order]=7&payment_method=pm_card_visa")
        let path = "/v1/payment_intents/\(intent.id)"
        let secret = intent["client_secret"]?.string ?? ""
        let seen = bench.get("\(path)?client_secret=\(secret)", as: app)
        #expect(seen.status == 200)
        #expect(seen["amount"] == 1400)
        #expect(seen["status"] == "requires_confirmation")
        for hidden in ["metadata", "customer", "latest_charge", "application_fee_amount"] {
            #expect(seen[hidden] == nil)
        }
        #expect(bench.get(path, as: app).code == "parameter_missing")
        #expect(bench.get("\(path)?client_secret=\(intent.id)_secret_x", as: app).status == 400)
        #expect(bench.get("\(path)?client_secret=wrong").status == 400)
    }

    @Test func anAppConfirmsAnAutomaticIntentOnly() {
        let bench = Bench()
        let manual = bench.create("payment_method=pm_card_visa")
        let secret = manual["client_secret"]?.string ?? ""
        let path = "/v1/payment_intents/\(manual.id)/confirm"
        let refused = bench.post(path, "client_secret=\(secret)", as: app)
        #expect(refused.status == 400)
        #expect(refused.message.contains("because its `confirmation_method` is set to `manual`"))
        #expect(bench.book.isEmpty)
        let automatic = bench.post(
            "/v1/payment_intents",
            Bench.automatic + "&payment_method=pm_card_visa"
        )
        let own = automatic["client_secret"]?.string ?? ""
        let paid = bench.post(
            "/v1/payment_intents/\(automatic.id)/confirm",
            "client_secret=\(own)",
            as: app
        )
        #expect(paid.state == "succeeded")
        #expect(paid["metadata"] == nil)
    }

    @Test func unknownAddressesAre404() {
        let bench = Bench()
        for path in ["/v1/wat", "/v1", "/v1/payment_intents/", "/v1/payment_intents/a/b/c", "/"] {
            let refused = bench.get(path)
            #expect(refused.status == 404)
            #expect(refused.message.hasPrefix("Unrecognized request URL (GET: \(path))"))
        }
        let missing = bench.get("/v1/payment_intents/pi_nope")
        #expect(missing.status == 404)
        #expect(missing.code == "resource_missing")
        #expect(missing.parameter == "intent")
        #expect(missing.message == "No such payment_intent: 'pi_nope'")
        #expect(bench.get("/v1/charges/ch_nope").parameter == "id")
        #expect(bench.get("/v1/payment_intents/pi%5F%2Fx").message.hasSuffix("'pi_/x'"))
    }
}
