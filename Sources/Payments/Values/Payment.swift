public import Money

/// One attempt to pay, as it was read from the database.
///
/// A value like any other, but kept in one shared piece of memory that is copied when it is
/// changed: it has some 500 bytes, every task that waits for Stripe or for a customer holds several
/// copies, and thousands of them wait at a time.
public struct Payment: Hashable, Sendable {
    private var fields: Shared<PaymentFields>

    public var id: PaymentID { fields.value.id }
    public var purchase: Purchase { fields.value.purchase }
    public var fingerprint: Fingerprint { fields.value.fingerprint }
    /// The price of the first claim under this key; it never changes.
    public var amount: Amount { fields.value.amount }
    /// `nil` where the app brings one to Stripe itself.
    public var method: PaymentMethodID? { fields.value.method }
    public var presentation: Presentation { fields.value.presentation }
    public var card: CardUse { fields.value.card }
    /// A digest of the address that the first request came from.
    public var origin: String { fields.value.origin }

    public var state: PaymentState {
        get { fields.value.state }
        set { fields.value.state = newValue }
    }
    /// Grows with every change of hands; a writer that knows an older one changes nothing.
    public var fence: Int64 {
        get { fields.value.fence }
        set { fields.value.fence = newValue }
    }
    public var owner: Ownership {
        get { fields.value.owner }
        set { fields.value.owner = newValue }
    }
    public var intent: PaymentIntentID? {
        get { fields.value.intent }
        set { fields.value.intent = newValue }
    }
    public var clientSecret: ClientSecret? {
        get { fields.value.clientSecret }
        set { fields.value.clientSecret = newValue }
    }
    public var closing: Closing? {
        get { fields.value.closing }
        set { fields.value.closing = newValue }
    }
    /// What the bank said of a CVC that was collected again, once that has been read.
    public var cvcVerdict: CVCVerdict? {
        get { fields.value.cvcVerdict }
        set { fields.value.cvcVerdict = newValue }
    }
    /// The newest step asked of Stripe; every attempt has at least its create.
    public var operation: Operation {
        get { fields.value.operation }
        set { fields.value.operation = newValue }
    }
    public var times: Times {
        get { fields.value.times }
        set { fields.value.times = newValue }
    }

    /// What the shop said first of the success, for the customer.
    public var fulfillment: String? {
        get { fields.value.fulfillment }
        set { fields.value.fulfillment = newValue }
    }

    /// Minor units that were given back, or are on their way back.
    public var refunded: Int64 {
        get { fields.value.refunded }
        set { fields.value.refunded = newValue }
    }

    /// What Stripe took, where that is not what was asked, or the payment is none that was paid;
    /// `nil`: a success took its amount, and anything else nothing. Only a person's word sets it.
    public var charged: Amount? {
        get { fields.value.charged }
        set { fields.value.charged = newValue }
    }

    /// What was taken, or would be.
    public var taken: Amount { charged ?? amount }

    public init(
        id: PaymentID,
        state: PaymentState,
        fence: Int64,
        owner: Ownership,
        purchase: Purchase,
        fingerprint: Fingerprint,
        amount: Amount,
        method: PaymentMethodID?,
        presentation: Presentation,
        card: CardUse = .plain,
        origin: String,
        intent: PaymentIntentID? = nil,
        clientSecret: ClientSecret? = nil,
        closing: Closing? = nil,
        cvcVerdict: CVCVerdict? = nil,
        operation: Operation,
        times: Times,
        fulfillment: String? = nil,
        refunded: Int64 = 0,
        charged: Amount? = nil
    ) {
        fields = Shared(
            PaymentFields(
                id: id,
                state: state,
                fence: fence,
                owner: owner,
                purchase: purchase,
                fingerprint: fingerprint,
                amount: amount,
                method: method,
                presentation: presentation,
                card: card,
                origin: origin,
                intent: intent,
                clientSecret: clientSecret,
                closing: closing,
                cvcVerdict: cvcVerdict,
                operation: operation,
                times: times,
                fulfillment: fulfillment,
                refunded: refunded,
                charged: charged
            )
        )
    }
}

private struct PaymentFields: Hashable, Sendable {
    let id: PaymentID
    var state: PaymentState
    var fence: Int64
    var owner: Ownership
    let purchase: Purchase
    let fingerprint: Fingerprint
    let amount: Amount
    let method: PaymentMethodID?
    let presentation: Presentation
    let card: CardUse
    let origin: String
    var intent: PaymentIntentID?
    var clientSecret: ClientSecret?
    var closing: Closing?
    var cvcVerdict: CVCVerdict?
    var operation: Operation
    var times: Times
    var fulfillment: String?
    var refunded: Int64
    var charged: Amount?
}

/// How the app can show a challenge.
public struct Presentation: Hashable, Sendable {
    public let usesStripeSDK: Bool
    public let returnURL: String?

    public init(usesStripeSDK: Bool, returnURL: String?) {
        self.usesStripeSDK = usesStripeSDK
        self.returnURL = returnURL
    }
}

/// Who may work on an attempt.
public enum Ownership: Hashable, Sendable {
    case nobody
    /// The instance, and whether its lease was live by the database's clock when this was read.
    case instance(InstanceID, isLive: Bool)
}

/// One run of the service, for as long as it keeps its lease.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}

/// Ages when the row was read, by the database's clock, and moments by Stripe's.
public struct Times: Hashable, Sendable {
    /// Since the first request claimed the attempt.
    public var sinceClaim: Duration
    /// Since the customer last asked for this very step.
    public var sinceAsked: Duration
    /// Since the last change of state.
    public var sinceChange: Duration
    /// Stripe's time of the claim and of the last challenge, in seconds since 1970.
    public var claimStripeSeconds: Int64?
    public var actionStripeSeconds: Int64?
    /// Whether the recovery has already seen that the challenge was done and left the customer
    /// another hour to come back.
    public var isGraceGiven: Bool

    public init(
        sinceClaim: Duration,
        sinceAsked: Duration,
        sinceChange: Duration,
        claimStripeSeconds: Int64?,
        actionStripeSeconds: Int64?,
        isGraceGiven: Bool = false
    ) {
        self.sinceClaim = sinceClaim
        self.sinceAsked = sinceAsked
        self.sinceChange = sinceChange
        self.claimStripeSeconds = claimStripeSeconds
        self.actionStripeSeconds = actionStripeSeconds
        self.isGraceGiven = isGraceGiven
    }
}
