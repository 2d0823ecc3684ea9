import Payments
import Testing

@testable import Stripe

@Suite struct IntentRequestsTests {
    let requests = IntentRequests(apiVersion: "2026-05-27.dahlia", suffix: nil)
    let intent: PaymentIntentID

    init() throws {
        intent = try #require(PaymentIntentID(Fixtures.intentID))
    }

    private func draft(
        order: String? = nil,
        sdk: Bool = false,
        returnURL: String? = nil,
        card: CardUse = .plain,
        cvcToken: CVCToken? = nil,
        method: String? = "pm_card_visa",
        flow: Flow = .onSession,
        recollectsCVC: Bool = false
    ) throws -> PaymentDraft {
        PaymentDraft(
            paymentID: try #require(Fixtures.paymentID),
            order: order.flatMap(OrderID.init),
            minorUnits: 1099,
            currencyCode: "usd",
            method: method.flatMap(PaymentMethodID.init),
            flow: flow,
            presentation: Presentation(usesStripeSDK: sdk, returnURL: returnURL),
            card: card,
            cvcToken: cvcToken,
            recollectsCVC: recollectsCVC
        )
    }

    private func text(_ request: FrozenRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    private static let smallest =
        "amount=1099&currency=usd&payment_method=pm_card_visa&payment_method_types%5B%5D=card"
        + "&confirmation_method=manual&confirm=true"
    private static let charge = "&expand%5B%5D=latest_charge"
    private static let metadata =
        "&metadata%5Bpayonce_payment_id%5D=pay_0123456789abcdef0123456789abcdef"

    /// CL05: nothing but what is meant: no `off_session`, `automatic_payment_methods`, `customer`.
    @Test func smallestCreate() throws {
        let request = requests.create(try draft())
        #expect(request.path == "/v1/payment_intents")
        #expect(request.apiVersion == "2026-05-27.dahlia")
        #expect(text(request) == Self.smallest + Self.metadata)
    }

    @Test func fullCreate() throws {
        let suffix = try #require(StatementDescriptorSuffix("ORDER #7"))
        let requests = IntentRequests(apiVersion: "2030-01-01", suffix: suffix)
        let request = requests.create(
            try draft(order: "A-1:2", sdk: true, returnURL: "shop://back?a=1&b=é")
        )
        #expect(request.apiVersion == "2030-01-01")
        #expect(
            text(request)
                == Self.smallest
                + "&use_stripe_sdk=true&return_url=shop%3A%2F%2Fback%3Fa%3D1%26b%3D%C3%A9"
                + Self.metadata
                + "&metadata%5Border_id%5D=A-1%3A2&statement_descriptor_suffix=ORDER%20%237"
        )
    }

    /// SC03, SC07: the token is in the bytes, and `off_session` is not.
    @Test(arguments: [
        (nil, nil, ""),
        (Saving(consent: Consent("terms 3")), nil, "&setup_future_usage=off_session"),
        (nil, CVCMismatchPolicy.accept, ""),
        (nil, .refuse, "&capture_method=manual"),
    ])
    func cardOfACustomer(
        _ saving: Saving?,
        _ policy: CVCMismatchPolicy?,
        _ expected: String
    ) throws {
        let customer = try #require(StripeCustomerID("cus_PqR7"))
        let token = policy == nil ? nil : CVCToken("cvctok_1U09")
        let request = requests.create(
            try draft(
                card: CardUse(customer: customer, saving: saving, cvcPolicy: policy),
                cvcToken: token
            )
        )
        let options =
            token == nil
            ? "" : "&payment_method_options%5Bcard%5D%5Bcvc_token%5D=cvctok_1U09" + Self.charge
        #expect(
            text(request)
                == Self.smallest + "&customer=cus_PqR7" + expected + options + Self.metadata
        )
    }

    /// The app confirms: nothing is charged by the create, and no card is named.
    @Test func openCreate() throws {
        let customer = try #require(StripeCustomerID("cus_PqR7"))
        let use = CardUse(customer: customer, saving: Saving(consent: nil))
        let draft = try draft(card: use, method: nil, flow: .appConfirmed, recollectsCVC: true)
        #expect(
            text(requests.create(draft))
                == "amount=1099&currency=usd&payment_method_types%5B%5D=card"
                + "&confirmation_method=automatic&customer=cus_PqR7"
                + "&setup_future_usage=off_session"
                + "&payment_method_options%5Bcard%5D%5Brequire_cvc_recollection%5D=true"
                + Self.metadata
        )
    }

    /// The first try is made here, and the app finishes it.
    @Test func createForAConfirmHandler() throws {
        let draft = try draft(sdk: true, returnURL: "a://b", flow: .appConfirmed)
        #expect(
            text(requests.create(draft))
                == "amount=1099&currency=usd&payment_method=pm_card_visa"
                + "&payment_method_types%5B%5D=card&confirmation_method=automatic&confirm=true"
                + "&use_stripe_sdk=true&return_url=a%3A%2F%2Fb" + Self.metadata
        )
    }

    @Test func equalDraftsAreEqualBytes() throws {
        let first = requests.create(
            try draft(order: "7", sdk: true, returnURL: "https://x.example/")
        )
        let second = IntentRequests(apiVersion: "2026-05-27.dahlia", suffix: nil)
            .create(try draft(order: "7", sdk: true, returnURL: "https://x.example/"))
        #expect(first == second)
        #expect(first != requests.create(try draft(order: "8", sdk: true)))
    }

    @Test(arguments: [
        (Presentation(usesStripeSDK: false, returnURL: nil), ""),
        (Presentation(usesStripeSDK: true, returnURL: nil), "use_stripe_sdk=true"),
        (Presentation(usesStripeSDK: false, returnURL: "a://b"), "return_url=a%3A%2F%2Fb"),
        (
            Presentation(usesStripeSDK: true, returnURL: "a://b"),
            "use_stripe_sdk=true&return_url=a%3A%2F%2Fb"
        ),
    ])
    func confirm(_ presentation: Presentation, _ expected: String) {
        let request = requests.confirm(intent, presentation, showsCharge: false)
        #expect(request.path == "/v1/payment_intents/\(Fixtures.intentID)/confirm")
        #expect(text(request) == expected)
        let shown = requests.confirm(intent, presentation, showsCharge: true)
        let pairs = [expected, "expand%5B%5D=latest_charge"].filter { !$0.isEmpty }
        #expect(text(shown) == pairs.joined(separator: "&"))
    }

    /// The amount is named: never more is taken than was asked.
    @Test func capture() {
        let request = requests.capture(intent, minorUnits: 1099)
        #expect(request.path == "/v1/payment_intents/\(Fixtures.intentID)/capture")
        #expect(text(request) == "amount_to_capture=1099")
    }

    @Test func readPath() {
        let path = "/v1/payment_intents/\(Fixtures.intentID)"
        #expect(IntentRequests.path(of: intent, showsCharge: false) == path)
        #expect(
            IntentRequests.path(of: intent, showsCharge: true)
                == path + "?expand%5B%5D=latest_charge"
        )
    }

    @Test func cancel() {
        let request = requests.cancel(intent)
        #expect(request.path == "/v1/payment_intents/\(Fixtures.intentID)/cancel")
        #expect(text(request) == "cancellation_reason=abandoned")
    }

    @Test func listHasNoUpperBound() {
        let first = IntentRequests.listPath(createdSince: 1_796_010_000, after: nil, limit: 100)
        #expect(first == "/v1/payment_intents?created%5Bgte%5D=1796010000&limit=100")
        let next = IntentRequests.listPath(createdSince: 1_796_010_000, after: intent, limit: 100)
        #expect(next == first + "&starting_after=\(Fixtures.intentID)")
    }

    @Test func methodPath() throws {
        let method = try #require(PaymentMethodID("pm_1U09LB2eZvKYlo2CyK0rT5aM"))
        #expect(
            IntentRequests.path(of: method) == "/v1/payment_methods/pm_1U09LB2eZvKYlo2CyK0rT5aM"
        )
    }
}
