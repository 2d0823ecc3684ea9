public import Money

/// One attempt to pay, as it was read from the database.
public struct Payment: Hashable, Sendable {
    public let id: PaymentID
    public var state: PaymentState
    /// Grows with every change of hands; a writer that knows an older one changes nothing.
    public var fence: Int64
    public var owner: Ownership

    public let purchase: Purchase
    public let fingerprint: Fingerprint
    /// The price of the first claim under this key; it never changes.
    public let amount: Amount
    public let method: PaymentMethodID
    public let presentation: Presentation
    /// A digest of the address that the first request came from.
    public let origin: String

    public var intent: PaymentIntentID?
    public var clientSecret: ClientSecret?
    public var closing: Closing?
    /// The newest step asked of Stripe; every attempt has at least its create.
    public var operation: Operation
    public var times: Times

    public init(
        id: PaymentID,
        state: PaymentState,
        fence: Int64,
        owner: Ownership,
        purchase: Purchase,
        fingerprint: Fingerprint,
        amount: Amount,
        method: PaymentMethodID,
        presentation: Presentation,
        origin: String,
        intent: PaymentIntentID? = nil,
        clientSecret: ClientSecret? = nil,
        closing: Closing? = nil,
        operation: Operation,
        times: Times
    ) {
        self.id = id
        self.state = state
        self.fence = fence
        self.owner = owner
        self.purchase = purchase
        self.fingerprint = fingerprint
        self.amount = amount
        self.method = method
        self.presentation = presentation
        self.origin = origin
        self.intent = intent
        self.clientSecret = clientSecret
        self.closing = closing
        self.operation = operation
        self.times = times
    }
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
