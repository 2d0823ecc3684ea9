public import Payments

extension PaymentAnswer {
    public var view: PaymentView? {
        if case .standing(let view) = self { view } else { nil }
    }

    public var standing: Standing? { view?.standing }

    public var refusal: PaymentRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    public var isPaid: Bool {
        if case .succeeded = standing { true } else { false }
    }

    public var isChallenge: Bool {
        if case .requiresAction = standing { true } else { false }
    }

    /// One word for it, for counting.
    public var word: String {
        switch self {
        case .standing(let view): view.standing.word
        case .refused(let refusal): "refused \(refusal.word)"
        }
    }
}

extension Standing {
    var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .requiresAction: "requires_action"
        case .notAttempted: "not_attempted"
        case .requiresCustomer: "requires_customer"
        case .declined: "declined"
        case .expired: "expired"
        case .canceled: "canceled"
        case .processing: "processing"
        case .unknown: "unknown"
        case .duplicateSuspected: "duplicate_suspected"
        }
    }
}

extension PaymentRefusal {
    var word: String {
        switch self {
        case .pricing: "pricing"
        case .keyReused: "key_reused"
        case .cvcTokenUsed: "cvc_token_used"
        case .cvcRequired: "cvc_required"
        case .keyRequired: "key_required"
        case .methodRequired: "method_required"
        case .orderAlreadyPaid: "order_already_paid"
        case .paymentInProgress: "payment_in_progress"
        case .tooManyReplacements: "too_many_replacements"
        case .notFound: "not_found"
        case .orderNotFound: "order_not_found"
        case .methodNotFound: "method_not_found"
        case .order: "order_price"
        case .customerRequired: "customer_required"
        case .contradictsPayment: "contradicts_payment"
        case .rateLimited: "rate_limited"
        case .notCancelable: "not_cancelable"
        case .overloaded: "overloaded"
        case .unavailable: "unavailable"
        }
    }
}
