import JSON
import Testing

@testable import StripeSimulator

/// What the sheets of mobile apps work with.
@Suite struct SessionTests {
    private let bench = Bench()
    private static let mobile = "components[mobile_payment_element]"

    @Test func aSessionOpensWhatItNames() {
        let customer = bench.customer()
        let features = "\(SessionTests.mobile)[features]"
        let form =
            "customer=\(customer)&\(SessionTests.mobile)[enabled]=true"
            + "&\(features)[payment_method_save]=enabled"
            + "&\(features)[payment_method_redisplay]=enabled"
            + "&\(features)[payment_method_allow_redisplay_filters][]=always"
            + "&\(features)[payment_method_allow_redisplay_filters][]=limited"
        let made = bench.post("/v1/customer_sessions", form)
        #expect(
            made.json.object?.keys == [
                "object", "client_secret", "components", "created", "customer", "customer_account",
                "expires_at", "livemode",
            ]
        )
        #expect(made["client_secret"]?.string?.hasPrefix("cuss_secret_") == true)
        #expect(made["customer"]?.string == customer)
        #expect(made["expires_at"]?.int64 == bench.now + 1800)
        let element = "components.mobile_payment_element"
        #expect(made["\(element).enabled"] == true)
        #expect(made["\(element).features.payment_method_save"] == "enabled")
        #expect(made["\(element).features.payment_method_remove"] == "disabled")
        #expect(
            made["\(element).features.payment_method_allow_redisplay_filters"]
                == ["always", "limited"]
        )
        #expect(made["components.buy_button"] == ["enabled": false])
        #expect(made["components.payment_element"] == ["enabled": false, "features": nil])
    }

    @Test func theElementHasFeaturesOfItsOwn() {
        let element = "components[payment_element]"
        let form =
            "customer=\(bench.customer())&\(element)[enabled]=true"
            + "&\(element)[features][payment_method_redisplay_limit]=3"
            + "&\(element)[features][payment_method_save_usage]=off_session"
        let made = bench.post("/v1/customer_sessions", form)
        let path = "components.payment_element.features"
        #expect(made["\(path).payment_method_redisplay_limit"] == 3)
        #expect(made["\(path).payment_method_save_usage"] == "off_session")
    }

    @Test(arguments: [
        ("", "parameter_missing", "components"),
        ("components[wat][enabled]=true", "parameter_unknown", "components[wat]"),
        (
            "components[buy_button][x]=1", "parameter_unknown", "components[buy_button][x]"
        ),
        (
            "components[buy_button][features][x]=1", "parameter_unknown",
            "components[buy_button][features]"
        ),
        (
            "components[customer_sheet][features][x]=1&components[customer_sheet][enabled]=true",
            "parameter_unknown", "components[customer_sheet][features][x]"
        ),
        ("components[buy_button]=", "parameter_missing", "components[buy_button][enabled]"),
        (
            "components[payment_element][enabled]=true&"
                + "components[payment_element][features][payment_method_redisplay_limit]=11",
            nil, "components[payment_element][features][payment_method_redisplay_limit]"
        ),
    ])
    func badComponentsAreRefused(form: String, code: String?, parameter: String) {
        let refused = bench.post("/v1/customer_sessions", "customer=\(bench.customer())&\(form)")
        #expect(refused.status == 400)
        #expect(refused.code == code)
        #expect(refused.parameter == parameter)
    }

    @Test func aSessionNeedsACustomer() {
        let form = "components[buy_button][enabled]=true"
        #expect(bench.post("/v1/customer_sessions", form).parameter == "customer")
        let unknown = bench.post("/v1/customer_sessions", form + "&customer=cus_X")
        #expect(unknown.code == "resource_missing")
    }

    @Test func anEphemeralKeyNeedsAVersionOfItsOwn() {
        let customer = bench.customer()
        let path = "/v1/ephemeral_keys"
        let refused = bench.post(path, "customer=\(customer)")
        #expect(refused.status == 400)
        #expect(refused.message.contains("Stripe-Version"))
        let made = bench.send("POST", path, "customer=\(customer)", version: "2020-08-27")
        #expect(
            made.json.object?.keys == [
                "id", "object", "associated_objects", "created", "expires", "livemode", "secret",
            ]
        )
        #expect(made.id.hasPrefix("ephkey_1"))
        #expect(made["associated_objects"] == [["id": .string(customer), "type": "customer"]])
        #expect(made["expires"]?.int64 == bench.now + 3600)
        #expect(made["secret"]?.string?.hasPrefix("ek_test_") == true)
        #expect(made.header("Stripe-Version") == "2020-08-27")
        let ended = bench.send("DELETE", "\(path)/\(made.id)")
        #expect(ended.id == made.id)
        #expect(ended["secret"] == nil)
        #expect(bench.send("DELETE", "\(path)/\(made.id)").status == 404)
    }

    @Test(arguments: [
        ("POST", "/v1/customers"), ("GET", "/v1/customers"), ("POST", "/v1/customer_sessions"),
        ("POST", "/v1/ephemeral_keys"), ("POST", "/v1/refunds"), ("GET", "/v1/refunds"),
        ("GET", "/v1/events"), ("GET", "/v1/payment_methods"), ("GET", "/v1/charges"),
        ("POST", "/v1/payment_methods/pm_card_visa/attach"), ("GET", "/v1/tokens/cvctok_X"),
    ])
    func appsMayNotAskForTheMerchantsThings(method: String, path: String) {
        let refused = bench.send(method, path, as: "Bearer pk_test_bench")
        #expect(refused.status == 401)
        #expect(refused.code == "secret_key_required")
    }
}
