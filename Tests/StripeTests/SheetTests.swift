import JSON
import Payments
import Testing

@testable import Stripe

@Suite struct SheetTests {
    private let requests = SheetRequests(apiVersion: "2026-05-27.dahlia")
    private let customer: StripeCustomerID

    init() throws {
        customer = try #require(StripeCustomerID("cus_PqR7"))
    }

    private func text(_ request: FrozenRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    @Test(arguments: [(true, "enabled"), (false, "disabled")])
    func aSessionShowsAllSavedCardsAndRemovesNone(_ maySave: Bool, _ save: String) {
        let request = requests.request(.customerSession, customer, maySave: maySave)
        #expect(request.path == "/v1/customer_sessions")
        #expect(request.apiVersion == "2026-05-27.dahlia")
        let features = "&components%5Bmobile_payment_element%5D%5Bfeatures%5D"
        let filters = "%5Bpayment_method_allow_redisplay_filters%5D%5B%5D="
        #expect(
            text(request)
                == "customer=cus_PqR7&components%5Bmobile_payment_element%5D%5Benabled%5D=true"
                + features + "%5Bpayment_method_redisplay%5D=enabled"
                + ["always", "limited", "unspecified"].map { features + filters + $0 }.joined()
                + features + "%5Bpayment_method_remove%5D=disabled"
                + features + "%5Bpayment_method_save%5D=" + save
        )
    }

    @Test func aKeySpeaksTheVersionOfTheSDK() {
        let own = requests.request(.ephemeralKey(nil), customer, maySave: true)
        #expect(own.path == "/v1/ephemeral_keys")
        #expect(text(own) == "customer=cus_PqR7")
        #expect(own.apiVersion == "2026-05-27.dahlia")
        let older = SheetKeyKind.ephemeralKey(StripeVersion("2020-08-27"))
        let request = requests.request(older, customer, maySave: true)
        #expect(request.apiVersion == "2020-08-27")
    }

    private func answer(_ status: Int, _ body: JSONValue) -> StripeAnswer {
        StripeAnswer(status: status, body: body.encoded()) { _ in nil }
    }

    @Test func theSecretIsHandedOnAndNotPrinted() throws {
        let session = answer(
            200,
            ["client_secret": "cuss_secret_1", "customer_account": "acct_1"]
        )
        let access = try #require(SheetTable.access(session, .customerSession, customer))
        #expect(access.secret.exposed == "cuss_secret_1")
        #expect(access.account == "acct_1" && access.customer == customer)
        #expect(!"\(access)".contains("cuss_secret_1"))
        let key = answer(200, ["id": "ephkey_1", "secret": "ek_test_1"])
        let older = SheetTable.access(key, .ephemeralKey(nil), customer)
        #expect(older?.secret.exposed == "ek_test_1" && older?.account == nil)
    }

    @Test(
        arguments: [
            (200, ["object": "customer_session"]), (200, ["client_secret": ""]),
            (400, ["client_secret": "cuss_secret_1"]), (500, [:]), (429, [:]),
        ] as [(Int, JSONValue)]
    )
    func anythingElseIsNone(_ status: Int, _ body: JSONValue) {
        #expect(SheetTable.access(answer(status, body), .customerSession, customer) == nil)
    }
}
