/// Every `code` of ours: a stable word for programs beside the sentence for the customer.
///
/// A decline carries Stripe's own `code`, of which there are many more:
/// https://docs.stripe.com/error-codes. Of those only what is written by us is listed.
public enum AnswerCode: String, Sendable, Hashable, CaseIterable {
    // With 200: where the payment stands.
    case cardDeclined = "card_declined"
    case authenticationFailed = "payment_intent_authentication_failure"
    case paymentMethodUnusable = "payment_method_unusable"
    case cvcTokenUnusable = "cvc_token_unusable"
    case incorrectCVC = "incorrect_cvc"
    case duplicateSuspected = "duplicate_suspected"
    case confirmationWindowExpired = "confirmation_window_expired"
    case canceled
    case replaced
    case notExecuted = "not_executed"
    case paymentNotAttempted = "payment_not_attempted"
    case authenticationRequired = "authentication_required"
    case paymentProcessing = "payment_processing"
    case outcomeUnknown = "outcome_unknown"
    // With 200 for the attempt that lost its order, with 409 for a request that finds it paid.
    case orderAlreadyPaid = "order_already_paid"

    // With any other status: this request charged nothing.
    case invalidRequest = "invalid_request"
    case cardDataRefused = "card_data_refused"
    case idempotencyKeyTooShort = "idempotency_key_too_short"
    case idempotencyKeyRequired = "idempotency_key_required"
    case paymentMethodRequired = "payment_method_required"
    case cvcRequired = "cvc_required"
    case cvcTokenUsed = "cvc_token_used"
    case unknownItem = "unknown_item"
    case noPrice = "no_price"
    case amountOutOfRange = "amount_out_of_range"
    case customerTokenRequired = "customer_token_required"
    case tokenInvalid = "token_invalid"
    case apiKeyRequired = "api_key_required"
    case paymentNotFound = "payment_not_found"
    case orderNotFound = "order_not_found"
    case paymentMethodNotFound = "payment_method_not_found"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case orderFixed = "order_fixed"
    case orderInUse = "order_in_use"
    case paymentInProgress = "payment_in_progress"
    case paymentNotCancelable = "payment_not_cancelable"
    case paymentNotRefundable = "payment_not_refundable"
    case alreadyRefunded = "already_refunded"
    case refundInProgress = "refund_in_progress"
    case refundTooLarge = "refund_too_large"
    case fulfillmentNotFound = "fulfillment_not_found"
    case bodyTooLarge = "body_too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case idempotencyKeyReused = "idempotency_key_reused"
    case purchaseMismatch = "purchase_mismatch"
    case rateLimited = "rate_limited"
    case tooManyReplacements = "too_many_replacements"
    case overloaded
    case unavailable

    /// What it means to a program, in one line.
    public var meaning: String {
        switch self {
        case .cardDeclined: "The bank or Stripe declined the card."
        case .authenticationFailed: "The customer failed or refused 3-D Secure."
        case .paymentMethodUnusable:
            "Stripe does not take this payment method (unknown, or used before); collect it anew."
        case .cvcTokenUnusable:
            "Stripe does not take the cvcToken (unknown, or used before); collect the code anew."
        case .incorrectCVC: "The security code is wrong; nothing is charged or stays held."
        case .duplicateSuspected:
            "Somebody at another address pays or just paid for the same cart with the same card."
        case .confirmationWindowExpired: "The second call came more than an hour too late."
        case .canceled: "The payment was canceled, by us or at Stripe; no money moved."
        case .replaced: "A later request for the same purchase replaced this attempt."
        case .notExecuted: "It is proven that Stripe never executed the payment."
        case .paymentNotAttempted: "The app has the payment open, and nobody has paid it yet."
        case .authenticationRequired:
            "The bank wants the customer for a charge that the shop made; call /pay with its id."
        case .paymentProcessing: "Stripe is still working on it; ask again later."
        case .outcomeUnknown: "There is no certain answer yet; repeat the same request."
        case .orderAlreadyPaid: "The order was paid by another attempt."
        case .invalidRequest: "The request is malformed; the sentence names the field."
        case .cardDataRefused: "The body holds what looks like a card number or a security code."
        case .idempotencyKeyTooShort: "A guest's Idempotency-Key needs at least 16 characters."
        case .idempotencyKeyRequired:
            "A refund needs an Idempotency-Key; a saved card needs one, an orderId or a cvcToken."
        case .paymentMethodRequired:
            "No card was named, and the customer has not exactly one saved card."
        case .cvcRequired: "This shop charges a saved card only with a cvcToken."
        case .cvcTokenUsed: "The cvcToken was used for another purchase; collect the code anew."
        case .unknownItem: "An item is not in the catalogue."
        case .noPrice: "An item has no price in this currency."
        case .amountOutOfRange: "The total is outside what Stripe charges in this currency."
        case .customerTokenRequired: "Saving cards and paying with saved ones needs a token."
        case .tokenInvalid: "The Authorization header holds nothing that is accepted here."
        case .apiKeyRequired: "Only the shop's own server may ask this, with an API key."
        case .paymentNotFound: "There is no such payment, or it is somebody else's."
        case .orderNotFound: "The shop has fixed no such order, or it is somebody else's."
        case .paymentMethodNotFound: "There is no such saved card, or it is somebody else's."
        case .notFound: "There is nothing at this address."
        case .methodNotAllowed: "The address exists, but not for this method; see Allow."
        case .requestTimeout: "The request took too long to arrive."
        case .orderFixed: "The shop has fixed this order with another content, which stands."
        case .orderInUse: "Somebody has begun to pay this order before the shop fixed it."
        case .paymentInProgress: "Another attempt to pay this order is under way."
        case .paymentNotCancelable: "The payment has moved on too far, or its outcome is open."
        case .paymentNotRefundable: "The payment took no money, or its outcome is open."
        case .alreadyRefunded: "Everything that was paid has been given back."
        case .refundInProgress: "Another refund of the payment has no outcome yet; Retry-After."
        case .refundTooLarge: "The amount is more than what is left of the payment."
        case .fulfillmentNotFound: "There is no such fulfillment."
        case .bodyTooLarge: "The body has more than 64 KiB."
        case .unsupportedMediaType: "The body is not announced as application/json."
        case .idempotencyKeyReused: "The key was used for another purchase."
        case .purchaseMismatch: "The second call names another purchase than the payment's."
        case .rateLimited:
            "Too many new payments, or declined ones, of this address, customer or card; "
                + "see Retry-After."
        case .tooManyReplacements: "The order's attempts were replaced too often within an hour."
        case .overloaded: "Too much at once; nothing was sent. See Retry-After."
        case .unavailable:
            "The database or Stripe is away, or the service stops; nothing was sent. Retry-After."
        }
    }
}
