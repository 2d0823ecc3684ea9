import Payments
import Testing

/// A snapshot that is about `Sample.payment`, but for what is given.
private struct Answer: Sendable {
    var id = "pi_1"
    var status = "succeeded"
    var amount: Int64? = 1400
    var currency: String? = "usd"
    var customer: String?
    var paymentID: String? = "pay_" + String(repeating: "0", count: 32)
    var isLive: Bool? = false
    var lastError: Closing?
    var cvcCheck: CVCVerdict?

    var snapshot: IntentSnapshot {
        IntentSnapshot(
            id: Sample.known(PaymentIntentID(id)),
            status: status,
            amount: amount,
            currency: currency,
            customer: customer,
            clientSecret: nil,
            paymentID: paymentID,
            isLive: isLive,
            lastError: lastError,
            cvcCheck: cvcCheck,
            created: nil
        )
    }
}

private let expiredCode = Closing(code: "payment_intent_payment_attempt_expired")

@Suite("Reading an intent")
struct IntentReadingTests {
    private func event(
        _ answer: Answer,
        for payment: Payment = Sample.payment(),
        isLive: Bool = false,
        at seconds: Int64? = nil
    ) -> PaymentEvent {
        IntentReading(isLive: isLive)
            .event(of: answer.snapshot, for: payment, stripeSeconds: seconds, sendIsOpen: false)
    }

    @Test(
        "each difference to what was asked is a mismatch",
        arguments: [
            Answer(amount: 1401), Answer(amount: nil), Answer(currency: "eur"),
            Answer(currency: nil),
            Answer(currency: "USD"), Answer(customer: "cus_1"), Answer(paymentID: "pay_other"),
            Answer(paymentID: nil), Answer(isLive: true), Answer(isLive: nil),
        ]
    )
    private func mismatch(_ answer: Answer) {
        for status in ["succeeded", "requires_action", "canceled", "foo"] {
            var answer = answer
            answer.status = status
            #expect(event(answer) == .mismatched)
        }
    }

    @Test("the customer is the one that was asked for")
    func customer() {
        let use = CardUse(customer: StripeCustomerID("cus_1"))
        let payment = Sample.payment(card: use)
        let found = PaymentEvent.found(.succeeded, sendIsOpen: false)
        #expect(event(Answer(customer: "cus_1"), for: payment) == found)
        #expect(event(Answer(customer: "cus_2"), for: payment) == .mismatched)
        #expect(event(Answer(), for: payment) == .mismatched)
    }

    @Test("another intent than the known one is a mismatch")
    func otherIntent() {
        let known = Sample.payment(intent: PaymentIntentID("pi_1"))
        #expect(event(Answer(id: "pi_2"), for: known) == .mismatched)
        #expect(event(Answer(id: "pi_1"), for: known) == .found(.succeeded, sendIsOpen: false))
    }

    @Test("the mode is the service's")
    func mode() {
        #expect(event(Answer(isLive: true), isLive: true) == .found(.succeeded, sendIsOpen: false))
        #expect(event(Answer(isLive: false), isLive: true) == .mismatched)
    }

    @Test(
        "each word",
        arguments: [
            ("succeeded", Finding.succeeded), ("requires_action", .requiresAction),
            ("requires_source_action", .requiresAction),
            ("requires_confirmation", .requiresConfirmation), ("canceled", .canceled),
            ("processing", .processing),
            ("Succeeded", .other("Succeeded")), ("", .other("")),
        ]
    )
    func word(word: String, finding: Finding) {
        #expect(event(Answer(status: word)) == .found(finding, sendIsOpen: false))
    }

    @Test(
        "a failed try is told with its reason",
        arguments: [
            "requires_payment_method", "requires_source",
        ]
    )
    func failed(word: String) {
        let told = event(Answer(status: word, lastError: Sample.declined))
        #expect(
            told
                == .found(
                    .requiresPaymentMethod(Sample.declined, isLapsed: false),
                    sendIsOpen: false
                )
        )
        let untold = event(Answer(status: word))
        #expect(
            untold
                == .found(
                    .requiresPaymentMethod(Closing(code: "card_declined"), isLapsed: false),
                    sendIsOpen: false
                )
        )
    }

    @Test(
        "the hour is over by Stripe's code, or by Stripe's time",
        arguments: [
            (Sample.declined, Int64(3600), false), (Sample.declined, 3601, true),
            (Sample.declined, nil, false), (expiredCode, 10, true), (expiredCode, nil, true),
        ] as [(Closing, Int64?, Bool)]
    )
    func hour(why: Closing, age: Int64?, isLapsed: Bool) {
        let now: Int64 = 1_800_000_000
        let payment = Sample.payment(
            .requiresAction,
            times: Sample.times(action: age.map { now - $0 })
        )
        let answer = Answer(status: "requires_payment_method", lastError: why)
        #expect(
            event(answer, for: payment, at: now)
                == .found(.requiresPaymentMethod(why, isLapsed: isLapsed), sendIsOpen: false)
        )
    }

    @Test(
        "of what an app confirms every try that is not over is open",
        arguments: [
            "requires_payment_method", "requires_source", "requires_confirmation",
            "requires_action", "requires_source_action",
        ]
    )
    func app(word: String) {
        let purchase = Sample.purchase(flow: .appConfirmed)
        let answer = Answer(status: word, lastError: Sample.declined)
        let sheet = Sample.payment(.open, purchase: purchase, method: nil)
        #expect(event(answer, for: sheet) == .found(.open, sendIsOpen: false))
        // Of the try that we made, a failure is told.
        let isFailed = word == "requires_payment_method" || word == "requires_source"
        let ours = Sample.payment(.creating, purchase: purchase)
        let finding = isFailed ? Finding.failedOpen(Sample.declined) : .open
        #expect(event(answer, for: ours) == .found(finding, sendIsOpen: false))
    }

    @Test("whether a send is open is passed on")
    func open() {
        let event = IntentReading(isLive: false).event(
            of: Answer().snapshot,
            for: Sample.payment(),
            stripeSeconds: nil,
            sendIsOpen: true
        )
        #expect(event == .found(.succeeded, sendIsOpen: true))
    }

    private static let refusing = CardUse(cvcPolicy: .refuse)

    @Test("a hold that was asked for brings what the bank said", arguments: [nil, CVCVerdict.fail])
    func hold(_ verdict: CVCVerdict?) {
        let held = Answer(status: "requires_capture", cvcCheck: verdict)
        #expect(
            event(held, for: Sample.payment(card: Self.refusing))
                == .found(.requiresCapture(verdict), sendIsOpen: false)
        )
    }

    @Test(
        "a hold that nobody asked for is a mismatch",
        arguments: [CardUse.plain, CardUse(cvcPolicy: .accept)]
    )
    func holdOutOfPlace(_ card: CardUse) {
        let held = Answer(status: "requires_capture", cvcCheck: .pass)
        #expect(event(held, for: Sample.payment(card: card)) == .mismatched)
    }

    @Test(
        "a hold shows that the step which makes holds was executed",
        arguments: [
            (.create, false), (.confirm, false), (.capture, true), (.cancel, true),
        ] as [(Payments.Operation.Name, Bool)]
    )
    func holdEndsTheSend(_ step: Payments.Operation.Name, _ isOpen: Bool) {
        let event = IntentReading(isLive: false).event(
            of: Answer(status: "requires_capture", cvcCheck: .pass).snapshot,
            for: Sample.payment(card: Self.refusing, operation: step),
            stripeSeconds: nil,
            sendIsOpen: true
        )
        #expect(event == .found(.requiresCapture(.pass), sendIsOpen: isOpen))
    }
}
