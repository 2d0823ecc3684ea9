import JSON
import Payments
import Testing

@testable import Stripe

/// Stripe's words about a charge while the customer is away, and about its customer who comes.
@Suite struct OffSessionWordsTests {
    private let requests = IntentRequests(apiVersion: "2026-05-27.dahlia", suffix: nil)
    private let intent: PaymentIntentID
    private let method: PaymentMethodID

    init() throws {
        intent = try #require(PaymentIntentID(Fixtures.intentID))
        method = try #require(PaymentMethodID("pm_saved"))
    }

    private func text(_ request: FrozenRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    /// SC03: only here.
    @Test func theCreateSaysThatTheCustomerIsAway() throws {
        let draft = PaymentDraft(
            paymentID: try #require(Fixtures.paymentID),
            order: OrderID("o-1"),
            minorUnits: 1099,
            currencyCode: "usd",
            method: method,
            flow: .offSession,
            presentation: Presentation(usesStripeSDK: false, returnURL: nil),
            card: CardUse(customer: StripeCustomerID("cus_1"))
        )
        #expect(
            text(requests.create(draft))
                == "amount=1099&currency=usd&payment_method=pm_saved&payment_method_types%5B%5D="
                + "card&confirmation_method=manual&confirm=true&off_session=true&customer=cus_1"
                + "&metadata%5Bpayonce_payment_id%5D=pay_0123456789abcdef0123456789abcdef"
                + "&metadata%5Border_id%5D=o-1"
        )
        #expect(IntentRequests.namesMethod(requests.create(draft)))
    }

    /// SC02.
    @Test func theConfirmBringsTheCardAndNotThatAnybodyIsAway() {
        let shown = Presentation(usesStripeSDK: true, returnURL: "a://b")
        let first = requests.confirm(intent, charging: method, shown, showsCharge: false)
        #expect(first.path == "/v1/payment_intents/\(Fixtures.intentID)/confirm")
        #expect(
            text(first) == "payment_method=pm_saved&use_stripe_sdk=true&return_url=a%3A%2F%2Fb"
        )
        #expect(IntentRequests.namesMethod(first))
        let second = requests.confirm(intent, shown, showsCharge: false)
        #expect(!IntentRequests.namesMethod(second))
        #expect(!IntentRequests.namesMethod(requests.cancel(intent)))
    }

    private static let away: JSONObject = [
        "code": "authentication_required", "decline_code": "authentication_required",
        "message": "Your card was declined. This transaction requires authentication.",
        "type": "card_error",
    ]

    /// As Stripe has answered in different years: with a charge or without, with the reason in the
    /// intent or beside it.
    @Test(arguments: [true, false])
    func whatWantsTheCustomer(_ intentSaysWhy: Bool) {
        var more: [(String, JSONValue?)] = [("payment_method", .null)]
        if intentSaysWhy { more.append(("last_payment_error", .object(Self.away))) }
        let answer = Fixtures.answer(
            402,
            Fixtures.error(
                Self.away.adding(
                    "payment_intent",
                    Fixtures.intent("requires_payment_method", more)
                )
            )
        )
        let reply = PostTable(isCreate: true).reply(to: answer)
        guard case .intent(let snapshot, let receipt) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(receipt.status == 402)
        #expect(snapshot.status == "requires_payment_method")
        #expect(snapshot.lastError?.code == "authentication_required")
        #expect(snapshot.method == nil)
    }

    // MARK: A card that cannot be confirmed any more

    private static let detached: JSONObject = [
        "code": "resource_missing", "message": "No such PaymentMethod.",
        "param": "payment_method", "type": "invalid_request_error",
    ]

    @Test func aConfirmMayBeRefusedForItsCard() {
        let answer = Fixtures.answer(400, Fixtures.error(Self.detached))
        let naming = PostTable(isCreate: false, namesMethod: true).reply(to: answer)
        #expect(naming == .refused(.unusableMethod, Fixtures.receipt(400)))
        let other = PostTable(isCreate: false).reply(to: answer)
        #expect(other == .refused(.refused, Fixtures.receipt(400)))
    }

    /// What the intent remembers is the try without the customer.
    @Test func suchARefusalIsNewerThanWhatTheIntentSays() {
        let intent = Fixtures.intent(
            "requires_payment_method",
            [("last_payment_error", .object(Self.away))]
        )
        let answer = Fixtures.answer(
            400,
            Fixtures.error(Self.detached.adding("payment_intent", intent))
        )
        let reply = PostTable(isCreate: false, namesMethod: true).reply(to: answer)
        guard case .intent(let snapshot, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(snapshot.lastError == .unusableMethod)
    }
}
