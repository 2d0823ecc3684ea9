/// What Stripe's word about an intent means to a payment.
public enum Finding: Hashable, Sendable {
    case succeeded
    case requiresAction
    /// The challenge is done; the intent waits for the second confirm.
    case requiresConfirmation
    /// The amount is held; `nil` where the answer does not show what the bank said of the CVC.
    case requiresCapture(CVCVerdict?)
    /// The try failed. `isLapsed`: because the hour had passed, by its code or by Stripe's time.
    case requiresPaymentMethod(Closing, isLapsed: Bool)
    /// The app's try has not succeeded, or was not made yet; it may make another at any time.
    case open
    /// The try that we made has failed, but the app may be able to make another: only once the
    /// intent is canceled it is over.
    case failedOpen(Closing)
    /// The bank wants the customer of an off-session charge.
    case requiresCustomer
    case canceled
    case processing
    /// A word that we do not know. The money may have moved: look again, never guess.
    case other(String)

    /// Whether nothing more can come of the intent without us, so that an old copy of the answer is
    /// as good as a new one.
    var isFinal: Bool {
        switch self {
        case .succeeded, .canceled: true
        case .requiresAction, .requiresConfirmation, .requiresCapture, .requiresPaymentMethod,
            .open, .failedOpen, .requiresCustomer, .processing, .other:
            false
        }
    }
}

extension Finding {
    /// Stripe's word, or `other` for one that we do not know.
    var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .requiresAction: "requires_action"
        case .requiresConfirmation: "requires_confirmation"
        case .requiresCapture: "requires_capture"
        case .requiresPaymentMethod: "requires_payment_method"
        case .open: "open"
        case .failedOpen: "failed_open"
        case .requiresCustomer: "requires_customer"
        case .canceled: "canceled"
        case .processing: "processing"
        case .other: "other"
        }
    }
}
