import JSON
import Testing

@testable import StripeSimulator

/// OP07: what Stripe refuses before it executes anything.
@Suite struct ParameterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let form: String
        let code: String?
        let parameter: String?
        let text: String

        init(_ form: String, _ code: String?, _ parameter: String?, _ text: String = "") {
            self.form = form
            self.code = code
            self.parameter = parameter
            self.text = text
        }

        var testDescription: String { form }
    }

    private static let good = Bench.manual

    static let creates = [
        Case("", "parameter_missing", "amount", "Missing required param: amount."),
        Case("amount=1400", "parameter_missing", "currency"),
        Case("\(good)&wat=1", "parameter_unknown", "wat", "Received unknown parameter: wat"),
        Case("\(good)&a=1&b=2", "parameter_unknown", "a", "Received unknown parameters: a, b"),
        Case(
            "\(good)&payment_method_options[card][wat]=1",
            "parameter_unknown",
            "payment_method_options[card][wat]"
        ),
        Case(
            "\(good)&payment_method_options[wat][x]=1",
            "parameter_unknown",
            "payment_method_options[wat]"
        ),
        Case("amount=abc&currency=usd", "parameter_invalid_integer", "amount", "integer: abc"),
        Case("amount=14.00&currency=usd", "parameter_invalid_integer", "amount"),
        Case("amount=%2B5&currency=usd", "parameter_invalid_integer", "amount"),
        Case("amount=1e3&currency=usd", "parameter_invalid_integer", "amount"),
        Case("amount=0&currency=usd", "parameter_invalid_integer", "amount", "Setup Intent"),
        Case("amount=-5&currency=usd", "parameter_invalid_integer", "amount"),
        Case("amount=49&currency=usd", "amount_too_small", "amount", "at least $0.50 usd"),
        Case("amount=49&currency=jpy", "amount_too_small", "amount"),
        Case("amount=100000000&currency=usd", "amount_too_large", "amount", "$999999.99"),
        Case("amount=1401&currency=kwd", nil, "amount", "multiple of 10"),
        Case("amount=1400&currency=xxx", nil, "currency", "Invalid currency: xxx."),
        Case("amount=&currency=usd", "parameter_invalid_empty", "amount"),
        Case("\(good)&confirm=yes", nil, "confirm", "Invalid boolean"),
        Case("\(good)&confirm=true", "payment_intent_unexpected_state", nil, "missing a payment"),
        Case("\(good)&capture_method=later", nil, "capture_method", "must be one of automatic, "),
        Case("\(good)&setup_future_usage=never", nil, "setup_future_usage"),
        Case("\(good)&metadata=x", nil, "metadata", "Invalid object"),
        Case("\(good)&expand[]=nothing", nil, nil, "cannot be expanded (nothing)"),
        Case("\(good)&expand[]=a.b.c.d.e", nil, nil, "more than 4 levels"),
        Case("\(good)&off_session=true", nil, "off_session", "`confirm`"),
        Case("\(good)&return_url=https://x.example", nil, "return_url", "`confirm`"),
        Case("\(good)&error_on_requires_action=true", nil, "error_on_requires_action"),
        Case("\(good)&mandate_data[x]=1", nil, "mandate_data", "`confirm`"),
        Case(
            "\(good)&confirm=true&payment_method=pm_card_visa&off_session=true"
                + "&setup_future_usage=off_session",
            nil,
            "setup_future_usage"
        ),
        Case(
            "\(good)&automatic_payment_methods[enabled]=true",
            "parameters_exclusive",
            "automatic_payment_methods",
            "You may only specify one of these parameters: automatic_payment_methods, "
        ),
        Case(
            "amount=1400&currency=usd&payment_method_types[]=card"
                + "&automatic_payment_methods[enabled]=true",
            "parameters_exclusive",
            "automatic_payment_methods",
            "payment_method_types."
        ),
        Case(
            "amount=1400&currency=usd&confirmation_method=manual"
                + "&automatic_payment_methods[enabled]=true",
            "parameters_exclusive",
            "automatic_payment_methods",
            "confirmation_method."
        ),
        Case(
            "amount=1400&currency=usd&automatic_payment_methods[allow_redirects]=never",
            "parameter_missing",
            "automatic_payment_methods[enabled]"
        ),
        Case("\(good)&customer=cus_X", "resource_missing", "customer", "No such customer: 'cus_X'"),
        Case(
            "\(good)&payment_method=pm_X",
            "resource_missing",
            "payment_method",
            "No such PaymentMethod: 'pm_X'"
        ),
        Case("\(good)&payment_method=pm_card_wat", "resource_missing", "payment_method"),
        Case("\(good)&transfer_data[destination]=acct_1", nil, "transfer_data", "simulate"),
        Case("\(good)&description=%zz", nil, nil, "Invalid request (check that your POST"),
        Case("\(good)&metadata[\(String(repeating: "k", count: 41))]=1", nil, "metadata"),
        Case(
            "\(good)&metadata[k]=\(String(repeating: "v", count: 501))",
            nil,
            "metadata[k]"
        ),
    ]

    @Test(arguments: creates)
    func createRefuses(form: Case) {
        let refused = Bench().post("/v1/payment_intents", form.form)
        #expect(refused.status == 400)
        #expect(refused.kind == "invalid_request_error")
        #expect(refused.code == form.code)
        #expect(refused.parameter == form.parameter)
        #expect(refused.message.contains(form.text), "\(refused.message)")
        #expect(refused["error.request_log_url"]?.string?.contains("?object=req_") == true)
    }

    /// What create, confirm and update do not share.
    @Test(arguments: [
        ("confirm", "customer"), ("confirm", "metadata"), ("confirm", "amount"),
        ("confirm", "currency"), ("confirm", "confirmation_method"), ("", "confirmation_method"),
        ("", "off_session"), ("", "confirm"), ("", "return_url"), ("", "use_stripe_sdk"),
        ("cancel", "reason"), ("capture", "amount"),
    ])
    func callsKnowTheirOwnParametersOnly(call: String, parameter: String) {
        let bench = Bench()
        let id = bench.create("payment_method=pm_card_visa").id
        let path = "/v1/payment_intents/\(id)" + (call.isEmpty ? "" : "/\(call)")
        let refused = bench.post(path, "\(parameter)=1")
        #expect(refused.status == 400)
        #expect(refused.code == "parameter_unknown")
        #expect(refused.parameter == parameter)
        #expect(bench.intent(id).state == "requires_confirmation")
    }

    @Test func theMinimumIsASwitch() {
        let bench = Bench()
        bench.control("switches", ["minimum_amount": false])
        #expect(bench.post("/v1/payment_intents", "amount=49&currency=usd").status == 200)
        #expect(bench.post("/v1/payment_intents", "amount=0&currency=usd").status == 400)
    }

    @Test func currenciesComeBackInLowerCase() {
        let created = Bench().post("/v1/payment_intents", "amount=500&currency=JPY")
        #expect(created["currency"] == "jpy")
        #expect(created["amount"] == 500)
    }

    @Test func listsAreWrittenWithOrWithoutNumbers() {
        let bench = Bench()
        for form in ["payment_method_types[]=card", "payment_method_types[0]=card"] {
            let created = bench.post("/v1/payment_intents", "amount=1400&currency=usd&\(form)")
            #expect(created["payment_method_types"] == ["card"])
            #expect(created["automatic_payment_methods"] == .null)
        }
        let text = bench.post(
            "/v1/payment_intents",
            "amount=1400&currency=usd&payment_method_types=card"
        )
        #expect(text.message == "Invalid array")
    }

    @Test func metadataKeepsEveryCharacter() {
        let created = Bench().create(
            "metadata[%C3%A9+%5B]=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9+%2B%25"
        )
        // A bracket inside a name is no name.
        #expect(created.status == 400)
        let good = Bench().create(
            "metadata[%C3%A9]=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9+%2B%25%E2%80%A8"
        )
        #expect(good["metadata"] == ["é": "👨‍👩 +%\u{2028}"])
    }

    @Test func fiftyMetadataAreEnough() {
        func form(_ count: Int) -> String {
            (0..<count).map { "metadata[k\($0)]=v" }.joined(separator: "&")
        }
        let bench = Bench()
        #expect(bench.create(form(50)).status == 200)
        let refused = bench.create(form(51))
        #expect(refused.status == 400)
        #expect(refused.parameter == "metadata")
    }

    @Test func aBodyHasToBeAForm() {
        let refused = Bench().send(
            "POST",
            "/v1/payment_intents",
            #"{"amount":1400,"currency":"usd"}"#,
            contentType: "application/json"
        )
        #expect(refused.status == 400)
        #expect(refused.message.hasPrefix("Invalid request (check that your POST content type"))
    }

    // MARK: return_url

    @Test func dashboardMethodsNeedAReturnURL() {
        let bench = Bench()
        let literal =
            "amount=1400&currency=usd&confirmation_method=manual&confirm=true"
            + "&payment_method=pm_card_visa"
        let refused = bench.post("/v1/payment_intents", literal)
        #expect(refused.status == 400)
        #expect(refused.message.contains("you must provide a `return_url`"))
        #expect(refused.state == "requires_confirmation")
        let id = refused["error.payment_intent.id"]?.string ?? ""
        #expect(bench.confirm(id, "return_url=https://x.example").state == "succeeded")
        let never =
            "amount=1400&currency=usd&automatic_payment_methods[enabled]=true"
            + "&automatic_payment_methods[allow_redirects]=never&confirm=true"
            + "&payment_method=pm_card_visa"
        #expect(bench.post("/v1/payment_intents", never).state == "succeeded")
    }
}
