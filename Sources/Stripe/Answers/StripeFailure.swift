import JSON
import Payments

/// Stripe's error object. Decided upon by type, code and param, never by the message.
/// https://docs.stripe.com/api/errors
struct StripeFailure: Hashable, Sendable {
    let type: String
    let code: String?
    let declineCode: String?
    let message: String?
    let param: String?
    /// The intent that it is about, as it now is.
    let intent: IntentSnapshot?

    /// `nil` where the value is no error object of Stripe's: they all have a type.
    init?(_ value: JSONValue) {
        guard let type = value.word("type") else { return nil }
        self.type = type
        code = value.word("code")
        declineCode = value.word("decline_code")
        message = value.text("message", longest: StoredText.longestSentence)
        param = value.word("param")
        intent = value["payment_intent"].flatMap(IntentDecoder.snapshot)
    }

    /// Only the messages of card errors are written for the customer.
    var isCardError: Bool { type == "card_error" }

    /// Why the card was not charged.
    var closing: Closing {
        Closing(
            code: code ?? "card_declined",
            declineCode: declineCode,
            message: isCardError ? message : nil
        )
    }

    /// Whether it is the token of a security code that was collected again: unknown, used before.
    var isAboutToken: Bool { param == "payment_method_options[card][cvc_token]" }

    /// Whether it is the customer of a create, whom Stripe does not know: deleted, in most cases.
    var isAboutCustomer: Bool { code == "resource_missing" && param == "customer" }

    /// Whether it is the payment method that a create was refused for: unknown, of another customer
    /// (whose refusal names `source`), of the other mode. A method that was used before has neither
    /// code nor param; nothing else that a create of ours can be refused for is like that.
    var isAboutMethod: Bool {
        switch param {
        case "payment_method", "source": true
        case nil: code == nil && type == "invalid_request_error"
        case _: false
        }
    }
}
