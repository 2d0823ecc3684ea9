import Foundation
import Testing

@testable import PayOnceClient

/// What each answer of the contract is read as.
struct AnswerTests {
    private static let common =
        #""paymentId":"pay_1","paymentIntentId":"pi_1","amount":1400,"currency":"usd""#

    private static func event(_ status: Int, _ body: String, _ headers: [String: String] = [:])
        -> Event
    {
        PayOnceService.event(HTTPReply(status: status, headers: headers, body: Data(body.utf8)))
    }

    private static func why(_ code: String, _ declineCode: String? = nil) -> Explanation {
        Explanation(sentence: "No.", code: code, declineCode: declineCode)
    }

    @Test(arguments: [
        (
            #"{"status":"succeeded","clientSecret":"pi_1_secret_2","fulfillment":"sent",\#(common)}"#,
            Standing.paid(
                Receipt(
                    paymentId: "pay_1",
                    paymentIntentId: "pi_1",
                    amount: 1400,
                    currency: "usd",
                    fulfillment: "sent"
                )
            )
        ),
        (#"{"status":"succeeded"}"#, .paid(Receipt())),
        (
            #"{"status":"requires_action","requiresAction":true,"clientSecret":"pi_1_secret_2",\#(common)}"#,
            .challenge(
                Challenge(
                    clientSecret: Secret("pi_1_secret_2"),
                    paymentIntentId: "pi_1",
                    paymentId: "pay_1"
                )
            )
        ),
        (
            #"{"status":"requires_action","requiresAction":true,"clientSecret":"pi_1_secret_2"}"#,
            .challenge(
                Challenge(clientSecret: Secret("pi_1_secret_2"), paymentIntentId: "pi_1")
            )
        ),
        (
            #"{"status":"declined","error":"No.","code":"card_declined","declineCode":"lost",\#(common)}"#,
            .declined(why("card_declined", "lost"))
        ),
        (
            #"{"status":"declined","error":"No.","code":"duplicate_suspected"}"#,
            .declined(why("duplicate_suspected"))
        ),
        (
            #"{"status":"expired","error":"No.","code":"confirmation_window_expired"}"#,
            .expired(why("confirmation_window_expired"))
        ),
        (
            #"{"status":"canceled","error":"No.","code":"not_executed"}"#,
            .canceled(why("not_executed"))
        ),
        (
            #"{"status":"processing","error":"No.","code":"payment_processing"}"#,
            .processing
        ),
        (#"{"status":"unknown","error":"No.","code":"outcome_unknown"}"#, .unknown),
        (
            #"{"status":"requires_payment_method","error":"No.","code":"payment_not_attempted"}"#,
            .unpaid
        ),
        (
            #"{"status":"requires_payment_method","error":"No.","code":"authentication_required","paymentMethodId":"pm_1"}"#,
            .unpaid
        ),
    ])
    func `Each state of the contract`(body: String, standing: Standing) {
        #expect(AnswerTests.event(200, body) == .answered(standing))
    }

    /// What contradicts itself, or is only half of an answer, is not known.
    @Test(arguments: [
        "", "{}", "null", "[]", "<html>", #"{"status":"suc"#, #"{"status":null}"#,
        #"{"status":"foo_bar"}"#, #"{"status":1}"#, #"{"status":"succeeded","error":"No."}"#,
        #"{"status":"succeeded","requiresAction":true,"clientSecret":"pi_1_secret_2"}"#,
        #"{"status":"succeeded","amount":"1400"}"#, #"{"status":"succeeded","amount":1.5}"#,
        #"{"status":"requires_action","clientSecret":"pi_1_secret_2"}"#,
        #"{"status":"requires_action","requiresAction":"true","clientSecret":"pi_1_secret_2"}"#,
        #"{"status":"requires_action","requiresAction":true}"#,
        #"{"status":"requires_action","requiresAction":true,"clientSecret":"nonsense"}"#,
        #"{"status":"declined"}"#, #"{"status":"declined","error":"No."}"#,
        #"{"status":"declined","error":"","code":"card_declined"}"#,
        #"{"status":"declined","error":{"message":"No."},"code":"card_declined"}"#,
        #"{"status":"declined","error":"No.","code":"x","clientSecret":"pi_1_secret_2"}"#,
        #"{"status":"canceled"}"#, #"{"error":"No."}"#, #"{"clientSecret":"pi_1_secret_2"}"#,
    ])
    func `Half an answer is not known`(body: String) {
        #expect(AnswerTests.event(200, body) == .answered(.unknown))
    }

    @Test(arguments: Contract.finalRefusals + Contract.passingRefusals + [(401, "token_invalid")])
    func `Each refusal of the contract`(status: Int, code: String) {
        let event = AnswerTests.event(
            status,
            #"{"error":"No.","code":"\#(code)"}"#,
            ["retry-after": "7"]
        )
        let refusal = Refusal(
            status: status,
            code: code,
            sentence: "No.",
            retryAfterSeconds: 7
        )
        #expect(event == .refused(refusal))
        let isPassing = Contract.passingRefusals.contains { $0 == (status, code) }
        #expect(refusal.isPassing == isPassing)
    }

    @Test func `A date in Retry-After is no number of seconds`() {
        let event = AnswerTests.event(
            503,
            #"{"error":"No.","code":"overloaded"}"#,
            ["retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"]
        )
        #expect(event == .refused(Refusal(status: 503, code: "overloaded", sentence: "No.")))
    }

    /// A proxy's page, whatever its status, may stand before an answer of the service.
    @Test(arguments: [
        (301, ""), (204, ""), (201, #"{"status":"succeeded"}"#), (400, "<html>"), (404, ""),
        (404, #"{"message":"no"}"#), (413, "<html>"), (429, "slow down"),
        (400, #"{"error":{"message":"No."}}"#), (400, #"{"error":""}"#),
        (500, #"{"error":"No.","code":"unavailable"}"#), (502, "<html>"), (503, "<html>"),
        (504, #"{"error":"No."}"#),
    ])
    func `An answer that is not the service's is a lost one`(status: Int, body: String) {
        #expect(AnswerTests.event(status, body) == .lost)
    }

    @Test func `The answers of a confirm handler`() {
        func event(_ status: Int, _ body: String) -> Event {
            PayOnceService.sheetEvent(HTTPReply(status: status, body: Data(body.utf8)))
        }
        let error = #"{"error":"No."}"#
        #expect(
            event(200, #"{"intentClientSecret":"pi_1_secret_2"}"#)
                == .answered(.inSheet(Secret("pi_1_secret_2")))
        )
        #expect(event(200, error) == .lost)
        #expect(event(402, error) == .answered(.declined(AnswerTests.why("card_declined"))))
        #expect(event(402, "<html>") == .lost)
        #expect(event(504, error) == .answered(.unknown))
        for status in [400, 409, 422, 429, 503] {
            let refusal = Refusal(status: status, code: "", sentence: "No.")
            #expect(event(status, error) == .refused(refusal))
        }
    }
}
