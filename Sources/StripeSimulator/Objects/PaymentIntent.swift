import JSON

/// The state of one payment. Its transitions are in `PaymentIntent+Transitions`.
struct PaymentIntent: NumberedObject {
    let id: String
    let clientSecret: String
    /// The place in the account's list; the newest has the highest.
    let number: Int
    let created: Int64
    let confirmationMethod: ConfirmationMethod

    var amount: Int64
    var currency: String
    var status = IntentStatus.requiresPaymentMethod
    var amountCapturable: Int64 = 0
    var amountReceived: Int64 = 0
    var automaticPaymentMethods: AutomaticPaymentMethods?
    var canceledAt: Int64?
    var cancellationReason: String?
    var captureMethod = CaptureMethod.automaticAsync
    var customer: String?
    var description: String?
    var lastPaymentError: JSONValue?
    var latestCharge: String?
    var isLive = false
    var metadata = Metadata()
    var nextAction: NextAction?
    var paymentMethod: String?
    var paymentMethodTypes: [String] = ["card"]
    var cardOptions = CardOptions()
    var receiptEmail: String?
    var setupFutureUsage: SetupFutureUsage?
    var shipping: JSONValue?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?

    /// The attempt that waits for the customer, or for the server after the customer.
    var attempt: OpenAttempt?
    var confirmCount = 0
    /// Calls that may change it, within the hour that began then.
    var updates = UpdateCount()
    /// Set by a control call for the charge to come.
    var forcedCVCCheck: String?

    /// Whether a customer might be redirected, so that a confirm needs a `return_url`.
    var mayRedirect: Bool {
        guard let automaticPaymentMethods else { return false }
        return automaticPaymentMethods.isEnabled && automaticPaymentMethods.redirects == .always
    }

    var capturesManually: Bool { captureMethod == .manual || cardOptions.capturesManually }

    /// Whether the card is to be kept; what is said of cards alone goes first.
    var cardUsage: SetupFutureUsage? {
        guard let own = cardOptions.setupFutureUsage else { return setupFutureUsage }
        return SetupFutureUsage(rawValue: own)
    }
}
