import HTTPServer
import JSON
import Payments
import Testing

@testable import API

@Suite("What each end of a payment reads like")
struct OutcomeTableTests {
    private static let facts =
        #","paymentId":"pay_0123456789abcdef0123456789abcdef","paymentIntentId":"pi_3Abc","#
        + #""amount":1400,"currency":"usd"}"#

    static let bodies: [(Standing, String)] = [
        (
            .succeeded(ClientSecret("pi_3Abc_secret_Xyz")),
            #"{"clientSecret":"pi_3Abc_secret_Xyz","status":"succeeded""#
        ),
        (.succeeded(nil), #"{"status":"succeeded""#),
        (
            .declined(
                Closing(
                    code: "card_declined",
                    declineCode: "insufficient_funds",
                    message: "Your card has insufficient funds."
                )
            ),
            #"{"error":"Your card has insufficient funds.","code":"card_declined","#
                + #""declineCode":"insufficient_funds","status":"declined""#
        ),
        (
            .declined(Closing(code: "card_declined")),
            #"{"error":"Your card was declined.","code":"card_declined","status":"declined""#
        ),
        (
            .expired,
            #"{"error":"The time to confirm this payment has run out. Please pay again.","#
                + #""code":"confirmation_window_expired","status":"expired""#
        ),
        (
            .canceled(.replaced),
            #"{"error":"This payment was replaced by a newer one.","code":"replaced","#
                + #""status":"canceled""#
        ),
        (
            .canceled(.refused),
            #"{"error":"This payment was not carried out. Please pay again.","#
                + #""code":"not_executed","status":"canceled""#
        ),
        (
            .requiresCustomer(PaymentMethodID("pm_saved")),
            #"{"error":"Your bank wants you to confirm this payment.","#
                + #""code":"authentication_required","paymentMethodId":"pm_saved","#
                + #""status":"requires_payment_method""#
        ),
        (
            .processing,
            #"{"error":"Your payment is still being processed. Please do not pay again.","#
                + #""code":"payment_processing","status":"processing""#
        ),
        (
            .unknown,
            #"{"error":"We are still checking this payment. Please do not pay again.","#
                + #""code":"outcome_unknown","status":"unknown""#
        ),
    ]

    @Test("A standing is its words and the facts of the payment", arguments: bodies)
    func body(_ standing: Standing, _ start: String) throws {
        let reply = OutcomeTable.reply(to: .standing(try Samples.view(standing)), in: .camelCase)
        #expect(reply.status == 200)
        #expect(reply.response.text == start + Self.facts)
        #expect(reply.response.headers["content-type"] == "application/json")
        #expect(reply.response.headers["cache-control"] == "no-store")
    }

    @Test("A challenge is told in the words of each dialect")
    func challenge() throws {
        let answer = PaymentAnswer.standing(try Samples.view(.requiresAction(Samples.secret())))
        let camel = #"{"requiresAction":true,"clientSecret":"pi_3Abc_secret_Xyz""#
        let snake =
            #","requires_action":true,"payment_intent_client_secret":"pi_3Abc_secret_Xyz""#
        let rest = #","status":"requires_action""# + Self.facts
        #expect(OutcomeTable.reply(to: answer, in: .camelCase).response.text == camel + rest)
        #expect(OutcomeTable.reply(to: answer, in: .offSession).response.text == camel + rest)
        #expect(
            OutcomeTable.reply(to: answer, in: .snakeCase).response.text == camel + snake + rest
        )
    }

    @Test(
        "A success is told in the words of each dialect",
        arguments: [
            (Dialect.camelCase, nil, nil), (.snakeCase, true, nil), (.offSession, nil, true),
        ] as [(Dialect, Bool?, Bool?)]
    )
    func success(_ dialect: Dialect, success: Bool?, succeeded: Bool?) throws {
        let answer = PaymentAnswer.standing(try Samples.view(.succeeded(try Samples.secret())))
        let body = try OutcomeTable.reply(to: answer, in: dialect).response.object()
        #expect(body["success"]?.bool == success)
        #expect(body["succeeded"]?.bool == succeeded)
        #expect(body["clientSecret"]?.string == Samples.secretText)
    }

    @Test("Only a success is a success in any dialect", arguments: Dialect.allCases)
    func noFalseSuccess(_ dialect: Dialect) throws {
        for answer in try Samples.answers() {
            let body = try OutcomeTable.reply(to: answer, in: dialect).response.object()
            var isPaid = false
            if case .standing(let view) = answer, case .succeeded = view.standing { isPaid = true }
            if !isPaid {
                #expect(body["success"] == nil && body["succeeded"] == nil, "\(answer)")
            }
            #expect(body["status"]?.string != "succeeded" || isPaid || isCancelRefusal(answer))
        }
    }

    private func isCancelRefusal(_ answer: PaymentAnswer) -> Bool {
        if case .refused(.notCancelable) = answer { true } else { false }
    }

    @Test("A stranger with the same card learns nothing but that")
    func duplicate() throws {
        let view = try Samples.view(.duplicateSuspected, isReplay: true)
        let response = OutcomeTable.reply(to: .standing(view), in: .camelCase).response
        let body = try response.object()
        #expect(response.status == 200)
        #expect(body.keys.sorted() == ["code", "error", "status"])
        #expect(body["code"]?.string == "duplicate_suspected")
        #expect(body["status"]?.string == "declined")
        #expect(response.headers["idempotent-replayed"] == nil)
    }

    @Test("A repeat is marked, and only a repeat")
    func replay() throws {
        for standing in try Samples.standings() where standing != .duplicateSuspected {
            for isReplay in [true, false] {
                let view = try Samples.view(standing, isReplay: isReplay)
                let reply = OutcomeTable.reply(to: .standing(view), in: .camelCase)
                #expect(reply.headers["Idempotent-Replayed"] == (isReplay ? "true" : nil))
            }
        }
    }

    @Test("The log learns which payment it was, also where the customer does not")
    func payment() throws {
        for standing in try Samples.standings() {
            let answer = PaymentAnswer.standing(try Samples.view(standing))
            #expect(
                OutcomeTable.reply(to: answer, in: .camelCase).payment == (try Samples.payment())
            )
        }
    }
}
