import JSON
import Payments

// The fields that name something of Stripe's, or say how Stripe is to be asked.

extension BodyFields {
    func paymentMethod() throws(RequestFault) -> PaymentMethodID? {
        try identifier(.paymentMethodID, prefix: "pm_", PaymentMethodID.init)
    }

    func paymentIntent() throws(RequestFault) -> PaymentIntentID? {
        try identifier(.paymentIntentID, prefix: "pi_", PaymentIntentID.init)
    }

    func cvcToken() throws(RequestFault) -> CVCToken? {
        try identifier(.cvcToken, prefix: "cvctok_") { CVCToken($0) }
    }

    /// Whether the card is to be saved, and what the customer agreed to with it.
    func saving() throws(RequestFault) -> Saving? {
        let consent = try consent()
        return try flag(of: .savePaymentMethod) == true ? Saving(consent: consent) : nil
    }

    func presentation() throws(RequestFault) -> Presentation {
        Presentation(usesStripeSDK: try usesStripeSDK(), returnURL: try returnURL())
    }

    /// Java's sample sends the flag as a text.
    private func usesStripeSDK() throws(RequestFault) -> Bool {
        switch try value(of: .useStripeSDK) {
        case nil, .bool(false), .string("false"): return false
        case .bool(true), .string("true"): return true
        case .some: throw .malformed("useStripeSdk must be true or false.")
        }
    }

    func returnURL() throws(RequestFault) -> String? {
        guard let text = try text(of: .returnURL) else { return nil }
        guard ReturnURL.isAcceptable(text) else {
            throw .malformed(
                "returnUrl must be an absolute URL of up to \(ReturnURL.mostCharacters) characters."
            )
        }
        return text
    }

    /// The text shown to the customer who lets a card be saved, by its version.
    func consent() throws(RequestFault) -> Consent? {
        guard let text = try text(of: .consent) else { return nil }
        guard let consent = Consent(text) else {
            throw .malformed("consent must be 1 to 200 characters.")
        }
        return consent
    }

    private func identifier<ID>(
        _ field: BodyField,
        prefix: String,
        _ make: (String) -> ID?
    ) throws(RequestFault) -> ID? {
        guard let text = try text(of: field) else { return nil }
        guard text.hasPrefix(prefix), let identifier = make(text) else {
            throw .malformed(StripePrefix.complaint(about: text, in: field, wanting: prefix))
        }
        return identifier
    }
}
