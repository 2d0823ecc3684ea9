import Payments
import Testing

@testable import API

@Suite("What a customer learns of a decline")
struct DeclineWordingTests {
    @Test(
        "Suspicions are not told, whether code or decline code says them",
        arguments: [
            "lost_card", "stolen_card", "fraudulent", "merchant_blacklist", "pickup_card",
            "restricted_card",
        ]
    )
    func hidden(_ reason: String) {
        for closing in [
            Closing(code: "card_declined", declineCode: reason, message: "It was \(reason)."),
            Closing(code: reason, message: "It was \(reason)."),
        ] {
            let wording = DeclineWording(closing)
            #expect(wording.sentence == "Your card was declined.")
            #expect(wording.code == "card_declined")
            #expect(wording.declineCode == "generic_decline")
        }
    }

    static let told: [(Closing, String, String, String?)] = [
        (
            Closing(code: "expired_card", declineCode: "expired_card", message: "It expired."),
            "It expired.", "expired_card", "expired_card"
        ),
        (
            Closing(code: "card_declined", declineCode: "insufficient_funds", message: "Too poor."),
            "Too poor.", "card_declined", "insufficient_funds"
        ),
        (
            Closing(code: "incorrect_cvc", message: "The code is wrong."),
            "The code is wrong.", "incorrect_cvc", nil
        ),
        (
            Closing(code: "processing_error", message: "Try again in a little bit."),
            "Try again in a little bit.", "processing_error", nil
        ),
        (
            Closing(code: "payment_intent_authentication_failure", message: "The provided..."),
            "Your card was denied, please provide a new payment method",
            "payment_intent_authentication_failure", nil
        ),
        (
            .unusableMethod, "This card cannot be used any more. Please enter it again.",
            "payment_method_unusable", nil
        ),
        (
            Closing(code: "card_declined", declineCode: "a_word_of_tomorrow"),
            "Your card was declined.", "card_declined", "a_word_of_tomorrow"
        ),
        (
            Closing(code: "card_declined", message: ""), "Your card was declined.",
            "card_declined", nil
        ),
    ]

    @Test("Everything else is Stripe's word", arguments: told)
    func shown(_ closing: Closing, _ sentence: String, _ code: String, _ declineCode: String?) {
        let wording = DeclineWording(closing)
        #expect(wording.sentence == sentence)
        #expect(wording.code == code)
        #expect(wording.declineCode == declineCode)
    }
}
