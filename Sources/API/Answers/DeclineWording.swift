import Payments

/// What the customer learns of a decline.
struct DeclineWording: Hashable {
    let sentence: String
    let code: String
    let declineCode: String?

    init(_ closing: Closing) {
        if DeclineWording.isHidden(closing) {
            self.init(sentence: DeclineWording.plain, code: "card_declined", "generic_decline")
        } else {
            self.init(
                sentence: DeclineWording.sentence(for: closing),
                code: closing.code,
                closing.declineCode
            )
        }
    }

    private init(sentence: String, code: String, _ declineCode: String?) {
        self.sentence = sentence
        self.code = code
        self.declineCode = declineCode
    }

    static let plain = "Your card was declined."

    /// The true reason would help whoever found or tries out the card. The database keeps it.
    /// https://docs.stripe.com/declines/codes
    private static let hidden: Set<String> = [
        "fraudulent", "lost_card", "merchant_blacklist", "pickup_card", "restricted_card",
        "stolen_card",
    ]

    private static func isHidden(_ closing: Closing) -> Bool {
        hidden.contains(closing.code) || hidden.contains(closing.declineCode ?? "")
    }

    /// Stripe's sentence where it has one for the customer, except where the sample servers have
    /// always had their own.
    private static func sentence(for closing: Closing) -> String {
        switch AnswerCode(rawValue: closing.code) {
        case .authenticationFailed:
            return "Your card was denied, please provide a new payment method"
        case .paymentMethodUnusable:
            return "This card cannot be used any more. Please enter it again."
        case .cvcTokenUnusable:
            return "Your security code could not be used. Please enter it again."
        case _:
            guard let message = closing.message, !message.isEmpty else { return plain }
            return message
        }
    }
}
