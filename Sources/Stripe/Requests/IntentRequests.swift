import Payments

/// Makes the bytes of what is posted. Pure: equal drafts give equal bytes. Only parameters that are
/// meant are there: Stripe refuses unknown ones, and the manual flow excludes some known ones
/// (`automatic_payment_methods`, and `off_session` while the customer is there).
struct IntentRequests: Sendable {
    let apiVersion: String
    let suffix: StatementDescriptorSuffix?

    static let path = "/v1/payment_intents"

    /// `payment_method_types[]=card` is needed: without it Stripe takes the methods of the
    /// dashboard, and then wants a `return_url`.
    func create(_ draft: PaymentDraft) -> FrozenRequest {
        var fields = [
            FormField("amount", .text(String(draft.minorUnits))),
            FormField("currency", .text(draft.currencyCode)),
        ]
        if let method = draft.method {
            fields.append(FormField(IntentRequests.method, .text(method.description)))
        }
        fields.append(FormField("payment_method_types", .list([.text("card")])))
        fields += confirmation(of: draft)
        fields += use(of: draft)
        fields += presentation(draft.presentation)
        fields.append(FormField("metadata", .fields(metadata(draft))))
        if let suffix {
            fields.append(FormField("statement_descriptor_suffix", .text(suffix.description)))
        }
        return frozen(IntentRequests.path, fields)
    }

    /// Who confirms, and whether the customer is there for a challenge.
    /// https://docs.stripe.com/api/payment_intents/create
    private func confirmation(of draft: PaymentDraft) -> [FormField] {
        let byServer = [
            FormField("confirmation_method", .text("manual")), FormField("confirm", .yes),
        ]
        return switch draft.flow {
        case .onSession: byServer
        case .offSession: byServer + [FormField("off_session", .yes)]
        // What the app brings a card for it confirms itself; else the first try is made here, and
        // a challenge in the app ends it without us, as its sheet expects.
        case .appConfirmed:
            [FormField("confirmation_method", .text("automatic"))]
                + (draft.method == nil ? [] : [FormField("confirm", .yes)])
        }
    }

    /// With the customer there. A method is named where the intent has none any more: Stripe takes
    /// it off after a try that failed.
    func confirm(
        _ intent: PaymentIntentID,
        charging method: PaymentMethodID? = nil,
        _ shown: Presentation,
        showsCharge: Bool
    ) -> FrozenRequest {
        let named = method.map { [FormField(IntentRequests.method, .text($0.description))] } ?? []
        let fields = named + presentation(shown) + (showsCharge ? IntentRequests.charge : [])
        return frozen(IntentRequests.path(of: intent) + "/confirm", fields)
    }

    /// Whether Stripe may refuse a step for the card that it brings.
    static func namesMethod(_ request: FrozenRequest) -> Bool {
        request.path == path || request.body.starts(with: "\(method)=".utf8)
    }

    private static let method = "payment_method"

    /// The amount is named, so that never more or less is taken than was asked, whatever became of
    /// the hold. https://docs.stripe.com/api/payment_intents/capture
    func capture(_ intent: PaymentIntentID, minorUnits: Int64) -> FrozenRequest {
        frozen(
            IntentRequests.path(of: intent) + "/capture",
            [FormField("amount_to_capture", .text(String(minorUnits)))]
        )
    }

    /// Every cancel gives the same reason, `abandoned`: what is ended is a challenge that nobody
    /// finished, or a hold that is given back, whoever asked for the end, and a step's bytes may
    /// not depend on that.
    func cancel(_ intent: PaymentIntentID) -> FrozenRequest {
        frozen(
            IntentRequests.path(of: intent) + "/cancel",
            [FormField("cancellation_reason", .text("abandoned"))]
        )
    }

    static func path(of intent: PaymentIntentID) -> String {
        path + "/" + FormEncoder.escaped(intent.description)
    }

    static func path(of intent: PaymentIntentID, showsCharge: Bool) -> String {
        guard showsCharge else { return path(of: intent) }
        return path(of: intent) + "?" + String(decoding: FormEncoder.encode(charge), as: UTF8.self)
    }

    /// The check of a CVC stands in the charge, which is only named unless it is asked for.
    private static let charge = [FormField("expand", .list([.text("latest_charge")]))]

    /// Newest first, without an upper bound: no clock of ours decides what is new enough.
    static func listPath(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        limit: Int
    ) -> String {
        var fields = [
            FormField("created", .fields([FormField("gte", .text(String(seconds)))])),
            FormField("limit", .text(String(limit))),
        ]
        if let last { fields.append(FormField("starting_after", .text(last.description))) }
        return path + "?" + String(decoding: FormEncoder.encode(fields), as: UTF8.self)
    }

    static func path(of method: PaymentMethodID) -> String {
        "/v1/payment_methods/" + FormEncoder.escaped(method.description)
    }

    /// Nothing for a plain payment. A saved card is attached by the payment itself once that has
    /// succeeded; no step before it does. https://docs.stripe.com/payments/save-during-payment
    private func use(of draft: PaymentDraft) -> [FormField] {
        var fields: [FormField] = []
        if let customer = draft.card.customer {
            fields.append(FormField("customer", .text(customer.description)))
        }
        if draft.card.saving != nil {
            fields.append(FormField("setup_future_usage", .text("off_session")))
        }
        if draft.card.cvcPolicy == .refuse {
            fields.append(FormField("capture_method", .text("manual")))
        }
        var card: [FormField] = []
        if let token = draft.cvcToken {
            card.append(FormField("cvc_token", .text(token.exposed)))
        }
        if draft.recollectsCVC { card.append(FormField("require_cvc_recollection", .yes)) }
        if !card.isEmpty {
            let options = [FormField("card", .fields(card))]
            fields.append(FormField("payment_method_options", .fields(options)))
        }
        if draft.card.cvcPolicy != nil { fields += IntentRequests.charge }
        return fields
    }

    private func metadata(_ draft: PaymentDraft) -> [FormField] {
        var fields = [FormField(IntentDecoder.paymentIDKey, .text(draft.paymentID.description))]
        if let order = draft.order {
            fields.append(FormField("order_id", .text(order.description)))
        }
        return fields
    }

    private func presentation(_ shown: Presentation) -> [FormField] {
        var fields: [FormField] = []
        if shown.usesStripeSDK { fields.append(FormField("use_stripe_sdk", .yes)) }
        if let url = shown.returnURL { fields.append(FormField("return_url", .text(url))) }
        return fields
    }

    private func frozen(_ path: String, _ fields: [FormField]) -> FrozenRequest {
        FrozenRequest(path: path, body: FormEncoder.encode(fields), apiVersion: apiVersion)
    }
}
