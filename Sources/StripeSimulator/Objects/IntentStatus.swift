/// Where a PaymentIntent stands.
enum IntentStatus: Hashable {
    case requiresPaymentMethod
    case requiresConfirmation
    case requiresAction
    case processing
    case requiresCapture
    case canceled
    case succeeded
    /// Put there by a control call, to see what a client makes of a word it does not know.
    case other(String)

    init(word: String) {
        self = IntentStatus.known.first { $0.word == word } ?? .other(word)
    }

    var word: String {
        switch self {
        case .requiresPaymentMethod: "requires_payment_method"
        case .requiresConfirmation: "requires_confirmation"
        case .requiresAction: "requires_action"
        case .processing: "processing"
        case .requiresCapture: "requires_capture"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        case .other(let word): word
        }
    }

    private static let known: [IntentStatus] = [
        .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing,
        .requiresCapture, .canceled, .succeeded,
    ]

    /// Whether amount, currency and payment method may still change.
    var isUpdatable: Bool {
        switch self {
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction: true
        case .processing, .requiresCapture, .canceled, .succeeded, .other: false
        }
    }

    var isCancelable: Bool {
        switch self {
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing,
            .requiresCapture:
            true
        case .canceled, .succeeded, .other: false
        }
    }
}
