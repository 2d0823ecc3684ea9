/// The payment service provider, Stripe or its simulator.
public protocol CardProcessor: Sendable {
    /// Stripe's time now in seconds since 1970, learnt from its answers; `nil` before the first.
    func stripeSeconds() async -> Int64?

    /// Whether a new payment should not be started right now (rate, breaker, too many in flight),
    /// asked before anything is written. Steps of existing payments are never asked. Where the
    /// answer is
    /// `false`, a place is kept for the payment.
    func refusesNewPayments() async -> Bool
    /// The payment for which a place is kept does not begin after all.
    func newPaymentDoesNotBegin() async
    /// How many instances share what Stripe allows.
    func setShare(of instances: Int) async

    /// Makes the bytes of a create that also confirms. Pure: equal drafts give equal bytes.
    func createRequest(for draft: PaymentDraft) -> FrozenRequest
    /// With `showsCharge` its answer tells what the bank said of the CVC. `method` is named where
    /// the intent has none any more, after a try without its customer.
    func confirmRequest(
        for intent: PaymentIntentID,
        charging method: PaymentMethodID?,
        _ presentation: Presentation,
        showsCharge: Bool
    ) -> FrozenRequest
    /// Takes this much of what is held.
    func captureRequest(for intent: PaymentIntentID, minorUnits: Int64) -> FrozenRequest
    func cancelRequest(for intent: PaymentIntentID) -> FrozenRequest

    /// Posts a step under its key, once; never repeats it by itself.
    ///
    /// - Parameters:
    ///   - request: the frozen bytes.
    ///   - key: the Idempotency-Key.
    ///   - deadline: when to stop waiting, by the timekeeper's clock.
    ///   - permit: asked directly before the first byte leaves; `false` sends nothing.
    /// - Returns: what is known afterwards.
    func post(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> PostReply

    /// Reads an intent, with `showsCharge` together with what the bank said of the CVC.
    func retrieve(
        _ intent: PaymentIntentID,
        showsCharge: Bool,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot>

    /// The intents created since `seconds` (Stripe's time), newest first, one page of at most 100.
    func intents(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage>

    /// The fingerprint of the card behind a payment method: equal for equal numbers of an account.
    func cardFingerprint(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<String>
}

/// What a new PaymentIntent is made of.
public struct PaymentDraft: Hashable, Sendable {
    public let paymentID: PaymentID
    public let order: OrderID?
    public let minorUnits: Int64
    public let currencyCode: String
    /// `nil` where the app brings the card, and confirms.
    public let method: PaymentMethodID?
    public let flow: Flow
    public let presentation: Presentation
    public let card: CardUse
    public let cvcToken: CVCToken?
    /// A saved card is charged only with its security code.
    public let recollectsCVC: Bool

    public init(
        paymentID: PaymentID,
        order: OrderID?,
        minorUnits: Int64,
        currencyCode: String,
        method: PaymentMethodID?,
        flow: Flow = .onSession,
        presentation: Presentation,
        card: CardUse = .plain,
        cvcToken: CVCToken? = nil,
        recollectsCVC: Bool = false
    ) {
        self.paymentID = paymentID
        self.order = order
        self.minorUnits = minorUnits
        self.currencyCode = currencyCode
        self.method = method
        self.flow = flow
        self.presentation = presentation
        self.card = card
        self.cvcToken = cvcToken
        self.recollectsCVC = recollectsCVC
    }
}

/// What is known after a POST.
public indirect enum PostReply: Hashable, Sendable {
    /// Stripe answered with the intent, in whatever state, be it a 200, a decline or a refusal that
    /// carries it.
    case intent(IntentSnapshot, Receipt)
    /// Stripe refused and the refusal proves that this request was not executed.
    case refused(Closing, Receipt)
    /// A failure that Stripe keeps as the answer to this key.
    case keptFailure(Receipt)
    /// The key is known with other parameters: an older attempt of this name exists.
    case keyTaken(Receipt)
    /// Stripe is busy with this key or object: nothing new is known, try again.
    case busy
    /// No byte was sent.
    case notSent
    /// It may have been executed.
    case unknown
}

/// Facts about an answer that are kept as evidence.
public struct Receipt: Hashable, Sendable {
    public let status: Int
    /// Stripe's `Request-Id`.
    public let requestID: String?
    /// Stripe answered from its memory; the body may be older than the intent.
    public let isReplay: Bool
    /// Stripe's `Date`, in seconds since 1970.
    public let stripeSeconds: Int64?

    public init(status: Int, requestID: String?, isReplay: Bool, stripeSeconds: Int64?) {
        self.status = status
        self.requestID = requestID
        self.isReplay = isReplay
        self.stripeSeconds = stripeSeconds
    }
}

/// What is known after reading.
public indirect enum ReadReply<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value, stripeSeconds: Int64?)
    /// Stripe knows no such thing. For something that we know to exist this is no evidence.
    case notFound
    /// No usable answer; nothing is known.
    case unavailable
}

/// A page of intents.
public struct IntentPage: Hashable, Sendable {
    public let intents: [IntentSnapshot]
    public let hasMore: Bool
    public let last: PaymentIntentID?

    public init(intents: [IntentSnapshot], hasMore: Bool, last: PaymentIntentID?) {
        self.intents = intents
        self.hasMore = hasMore
        self.last = last
    }
}
