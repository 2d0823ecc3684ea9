import JSON
import Testing

@testable import StripeSimulator

@Suite struct TestCardTests {
    @Test func everyNumberOfTheTableHasAGoodCheckDigit() {
        #expect(TestCards.all.count > 60)
        for card in TestCards.all {
            #expect(CardNumber.passesLuhn(card.number), "\(card.number)")
        }
    }

    @Test func numbersAndNamesAreUnique() {
        let numbers = TestCards.all.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        let names = TestCards.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        "visa", "visa_debit", "mastercard", "mastercard_debit", "mastercard_prepaid", "amex",
        "discover", "diners", "jcb", "unionpay", "us", "br", "ca", "mx", "gb", "de", "fr",
        "threeDSecureOptional", "amex_threeDSecureNotSupported", "cvcCheckFail", "avsZipFail",
        "avsLine1Fail", "avsFail", "avsUnchecked", "riskLevelHighest", "riskLevelElevated",
        "pendingRefund", "refundFail", "bypassPending",
    ])
    func goodCardsSucceed(name: String) {
        let bench = Bench()
        let paid = bench.pay("pm_card_\(name)")
        #expect(paid.status == 200)
        #expect(paid.state == "succeeded")
        #expect(bench.book.count == 1)
    }

    struct Row: Sendable {
        let name: String
        let code: String
        let declineCode: String
        let message: String
        let advice: String
        let networkAdvice: String?
        let networkDecline: String?
        let parameter: String?
    }

    static let declines: [Row] = [
        Row(
            name: "visa_chargeDeclined",
            code: "card_declined",
            declineCode: "generic_decline",
            message: "Your card was declined.",
            advice: "try_again_later",
            networkAdvice: nil,
            networkDecline: "01",
            parameter: nil
        ),
        Row(
            name: "visa_chargeDeclinedInsufficientFunds",
            code: "card_declined",
            declineCode: "insufficient_funds",
            message: "Your card has insufficient funds.",
            advice: "try_again_later",
            networkAdvice: "02",
            networkDecline: "51",
            parameter: nil
        ),
        Row(
            name: "visa_chargeDeclinedLostCard",
            code: "card_declined",
            declineCode: "lost_card",
            message: "Your card was declined.",
            advice: "do_not_try_again",
            networkAdvice: "01",
            networkDecline: "41",
            parameter: nil
        ),
        Row(
            name: "visa_chargeDeclinedStolenCard",
            code: "card_declined",
            declineCode: "stolen_card",
            message: "Your card was declined.",
            advice: "do_not_try_again",
            networkAdvice: "01",
            networkDecline: "43",
            parameter: nil
        ),
        Row(
            name: "chargeDeclinedExpiredCard",
            code: "expired_card",
            declineCode: "expired_card",
            message: "Your card has expired.",
            advice: "confirm_card_data",
            networkAdvice: "03",
            networkDecline: "54",
            parameter: "exp_month"
        ),
        Row(
            name: "chargeDeclinedIncorrectCvc",
            code: "incorrect_cvc",
            declineCode: "incorrect_cvc",
            message: "Your card's security code is incorrect.",
            advice: "confirm_card_data",
            networkAdvice: "03",
            networkDecline: "N7",
            parameter: "cvc"
        ),
        Row(
            name: "chargeDeclinedProcessingError",
            code: "processing_error",
            declineCode: "processing_error",
            message: "An error occurred while processing your card. Try again in a little bit.",
            advice: "try_again_later",
            networkAdvice: nil,
            networkDecline: "06",
            parameter: nil
        ),
        Row(
            name: "visa_chargeDeclinedVelocityLimitExceeded",
            code: "card_declined",
            declineCode: "card_velocity_exceeded",
            message: "Your card was declined for making repeated attempts too frequently or "
                + "exceeding its amount limit.",
            advice: "try_again_later",
            networkAdvice: "02",
            networkDecline: "61",
            parameter: nil
        ),
        Row(
            name: "chargeCustomerFail",
            code: "card_declined",
            declineCode: "generic_decline",
            message: "Your card was declined.",
            advice: "try_again_later",
            networkAdvice: nil,
            networkDecline: "01",
            parameter: nil
        ),
    ]

    @Test(arguments: declines)
    func declinedCardsSayExactlyWhy(row: Row) {
        let bench = Bench()
        let refused = bench.pay("pm_card_\(row.name)")
        #expect(refused.status == 402)
        #expect(refused.kind == "card_error")
        #expect(refused.code == row.code)
        #expect(refused["error.decline_code"]?.string == row.declineCode)
        #expect(refused.message == row.message)
        #expect(refused["error.advice_code"]?.string == row.advice)
        #expect(refused["error.network_advice_code"]?.string == row.networkAdvice)
        #expect(refused["error.network_decline_code"]?.string == row.networkDecline)
        #expect(refused.parameter == row.parameter)
        let slug = row.code.split(separator: "_").joined(separator: "-")
        #expect(
            refused["error.doc_url"]?.string == "https://stripe.com/docs/error-codes/\(slug)"
        )
        #expect(bench.book.isEmpty)
        expectFailure(refused, row, bench)
    }

    /// The intent and the charge that a decline leaves behind.
    private func expectFailure(_ refused: Reading, _ row: Row, _ bench: Bench) {
        let intent = "error.payment_intent"
        #expect(refused.state == "requires_payment_method")
        #expect(refused["\(intent).payment_method"] == .null)
        #expect(refused["\(intent).latest_charge"] == refused["error.charge"])
        #expect(refused["\(intent).last_payment_error.code"]?.string == row.code)
        #expect(
            refused["\(intent).last_payment_error.payment_method"]
                == refused["error.payment_method"]
        )
        #expect(refused["\(intent).last_payment_error.payment_intent"] == nil)
        #expect(refused["\(intent).last_payment_error.request_log_url"] == nil)
        #expect(refused["error.payment_method.object"]?.string == "payment_method")
        let charge = bench.get("/v1/charges/\(refused["error.charge"]?.string ?? "")")
        #expect(charge.state == "failed")
        #expect(charge["paid"] == false)
        #expect(charge["captured"] == false)
        #expect(charge["failure_code"]?.string == row.code)
        #expect(charge["outcome.type"]?.string == "issuer_declined")
        #expect(charge["outcome.network_status"]?.string == "declined_by_network")
        #expect(charge["outcome.reason"]?.string == row.declineCode)
    }

    @Test func aBlockedCardNeverReachesTheNetwork() {
        let bench = Bench()
        let refused = bench.pay("pm_card_radarBlock")
        #expect(refused.status == 402)
        #expect(refused.code == "card_declined")
        #expect(refused["error.decline_code"]?.string == "fraudulent")
        let charge = bench.get("/v1/charges/\(refused["error.charge"]?.string ?? "")")
        #expect(charge["outcome.type"]?.string == "blocked")
        #expect(charge["outcome.network_status"]?.string == "not_sent_to_network")
        #expect(charge["outcome.reason"]?.string == "highest_risk_level")
    }

    enum Outcome: String {
        case succeeds, challenges, declines, wantsAuthentication
    }

    /// Card, on session, on session with `request_three_d_secure=any`, off session.
    static let authentications: [(String, Outcome, Outcome, Outcome)] = [
        ("4000002500003155", .challenges, .challenges, .wantsAuthentication),
        ("4000002760003184", .challenges, .challenges, .wantsAuthentication),
        ("4000003800000446", .challenges, .challenges, .succeeds),
        ("4000008260003178", .challenges, .challenges, .wantsAuthentication),
        ("4000000000003220", .challenges, .challenges, .wantsAuthentication),
        ("4000008400000027", .challenges, .challenges, .wantsAuthentication),
        ("4000008400001629", .challenges, .challenges, .wantsAuthentication),
        ("4000008400001280", .declines, .declines, .wantsAuthentication),
        ("4000000000003055", .succeeds, .challenges, .succeeds),
        ("4000000000003097", .succeeds, .declines, .succeeds),
        ("4242424242424242", .succeeds, .succeeds, .succeeds),
        ("378282246310005", .succeeds, .succeeds, .succeeds),
        ("4000000032200000", .challenges, .challenges, .wantsAuthentication),
    ]

    @Test(arguments: authentications)
    func cardsAskForAuthenticationWhenTheyShould(
        number: String,
        onSession: Outcome,
        asked: Outcome,
        offSession: Outcome
    ) {
        let bench = Bench()
        let cvc = number.count == 15 ? "1234" : "123"
        let any = "payment_method_options[card][request_three_d_secure]=any"
        #expect(outcome(bench.pay(bench.method(number, cvc: cvc))) == onSession)
        #expect(outcome(bench.pay(bench.method(number, cvc: cvc), any)) == asked)
        let off = bench.pay(bench.method(number, cvc: cvc), "off_session=true")
        #expect(outcome(off) == offSession)
    }

    private func outcome(_ reading: Reading) -> Outcome? {
        switch (reading.status, reading.state, reading.code) {
        case (200, "succeeded", _): .succeeds
        case (200, "requires_action", _): .challenges
        case (402, "requires_payment_method", "authentication_required"): .wantsAuthentication
        case (402, "requires_payment_method", _): .declines
        default: nil
        }
    }

    static let badData: [(String, String, String, String)] = [
        ("4242424242424241", "", "incorrect_number", "number"),
        ("42424242", "", "invalid_number", "number"),
        ("4242abcd42424242", "", "invalid_number", "number"),
        ("4242424242424242", "card[exp_month]=13", "invalid_expiry_month", "exp_month"),
        ("4242424242424242", "card[exp_month]=0", "invalid_expiry_month", "exp_month"),
        ("4242424242424242", "card[exp_year]=2020", "invalid_expiry_year", "exp_year"),
        ("4242424242424242", "card[cvc]=99", "invalid_cvc", "cvc"),
        ("4242424242424242", "card[cvc]=1234", "invalid_cvc", "cvc"),
        ("378282246310005", "card[cvc]=12345", "invalid_cvc", "cvc"),
    ]

    @Test(arguments: badData)
    func badCardDataIsRefusedWhenTheMethodIsMade(
        number: String,
        change: String,
        code: String,
        parameter: String
    ) {
        let form = Bench.card(number) + (change.isEmpty ? "" : "&\(change)")
        let refused = Bench().post("/v1/payment_methods", form)
        #expect(refused.status == 402)
        #expect(refused.kind == "card_error")
        #expect(refused.code == code)
        #expect(refused.parameter == parameter)
    }

    @Test func aRealCardIsNotTaken() {
        // A right check digit, and none of Stripe's test numbers.
        #expect(CardNumber.passesLuhn("4111111111111111"))
        let refused = Bench().post("/v1/payment_methods", Bench.card("4111111111111111"))
        #expect(refused.status == 402)
        #expect(refused["error.decline_code"]?.string == "test_mode_live_card")
    }

    @Test func theExpiryFollowsTheSimulatorsClock() {
        let bench = Bench()
        // The clock stands at September 2026.
        #expect(
            bench.post(
                "/v1/payment_methods",
                Bench.card("4242424242424242", month: "8", year: "26")
            ).code == "invalid_expiry_month"
        )
        #expect(
            bench.post(
                "/v1/payment_methods",
                Bench.card("4242424242424242", month: "9", year: "26")
            ).status == 200
        )
        bench.advance(40 * 86_400)
        #expect(
            bench.post(
                "/v1/payment_methods",
                Bench.card("4242424242424242", month: "9", year: "26")
            ).code == "invalid_expiry_month"
        )
    }

    @Test func equalNumbersHaveEqualFingerprintsUntilAReset() {
        let bench = Bench()
        func fingerprint(_ number: String) -> String? {
            bench.post("/v1/payment_methods", Bench.card(number))["card.fingerprint"]?.string
        }
        let first = fingerprint("4242424242424242")
        #expect(first?.count == 16)
        #expect(fingerprint("4242424242424242") == first)
        #expect(fingerprint("5555555555554444") != first)
        bench.control("reset")
        #expect(fingerprint("4242424242424242") != first)
    }

    @Test(arguments: [
        ("pm_card_visa", "pass"), ("pm_card_cvcCheckFail", "fail"),
    ])
    func theChargeTellsTheCVCCheck(card: String, check: String) {
        let bench = Bench()
        let paid = bench.pay(card, "expand[]=latest_charge")
        let path = "latest_charge.payment_method_details.card.checks.cvc_check"
        #expect(paid[path]?.string == check)
        let method = bench.get("/v1/payment_methods/\(paid["payment_method"]?.string ?? "")")
        #expect(method["card.checks.cvc_check"]?.string == check)
    }
}
