/// How a checkout ended. Every case but one is final for the attempt; `stillChecking` is what an
/// app shows where it does not know, and no case ever says "failed" of what was paid.
public enum Outcome: Hashable, Sendable {
    case paid(Receipt)
    /// The card was declined: show the sentence, let the customer take another card.
    case declined(Explanation)
    /// The challenge was finished more than an hour late: let the customer pay again.
    case expired(Explanation)
    case canceled(Cancellation)
    /// Not known yet, or given up asking. The same checkout may be asked again at any time; another
    /// one must not be begun while `Doubt.mayHaveCharged`.
    case stillChecking(Doubt)
    /// The service does not take the request, and no request of this checkout has charged.
    case refused(Refusal)
}

/// What was paid.
public struct Receipt: Hashable, Sendable {
    public var paymentId: String?
    public var paymentIntentId: String?
    /// In the currency's minor unit, as Stripe counts: 1400 is 14.00 USD and 1400 JPY.
    public var amount: Int64?
    public var currency: String?
    /// What the shop said about handing it over.
    public var fulfillment: String?

    public init(
        paymentId: String? = nil,
        paymentIntentId: String? = nil,
        amount: Int64? = nil,
        currency: String? = nil,
        fulfillment: String? = nil
    ) {
        self.paymentId = paymentId
        self.paymentIntentId = paymentIntentId
        self.amount = amount
        self.currency = currency
        self.fulfillment = fulfillment
    }
}

/// A sentence for the customer and a word for the program.
public struct Explanation: Hashable, Sendable {
    public var sentence: String
    /// `card_declined`, `incorrect_cvc` and so on; the service's README lists them.
    public var code: String
    /// The bank's reason, where it may be told.
    public var declineCode: String?

    public init(sentence: String, code: String, declineCode: String? = nil) {
        self.sentence = sentence
        self.code = code
        self.declineCode = declineCode
    }
}

/// How a payment ended without money and without a decline.
public enum Cancellation: Hashable, Sendable {
    /// The customer closed the challenge. The same card under the same checkout goes on with it.
    case byCustomer
    /// The challenge or the sheet has come to no end. Only if the customer goes on it charges.
    case unfinished
    /// The service or Stripe says so: `canceled`, `replaced`, `not_executed`, `order_already_paid`.
    case byService(Explanation)
}

/// An answer other than 200: that request charged nothing.
public struct Refusal: Hashable, Sendable, Error {
    /// The HTTP status; 0 where the library itself refused to send.
    public var status: Int
    /// Empty where the answer had none, as those of `/confirm-intent`.
    public var code: String
    public var sentence: String
    /// After how many seconds the service wants to be asked again.
    public var retryAfterSeconds: Int?

    public init(status: Int, code: String, sentence: String, retryAfterSeconds: Int? = nil) {
        self.status = status
        self.code = code
        self.sentence = sentence
        self.retryAfterSeconds = retryAfterSeconds
    }
}

/// Why it is not known how a checkout ended.
public struct Doubt: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The service is still finding out.
        case outcomeUnknown
        /// The bank is still working on it.
        case processing
        /// The server has confirmed, and the sheet goes on with this client secret.
        case inSheet(Secret)
        /// The challenge waits, and a request that got lost before it may still arrive.
        case unfinished
        /// No answer came, or none that can be read.
        case noAnswer
        /// The service could not be reached.
        case notReached
        /// Too much at once, or somebody else is paying this order; asked until patience ended.
        case busy(Refusal)
        /// A refusal, which says nothing about the request before it, whose answer got lost.
        case refused(Refusal)
        /// The task was canceled.
        case stopped
        /// The record could not be stored, so nothing more was sent.
        case notKept
        /// The customer's tap is too old to charge for: let them tap again.
        case tapTooOld
    }

    public var reason: Reason
    /// Whether a request has left that may have charged, with no answer that says what came of it.
    public var mayHaveCharged: Bool

    public init(reason: Reason, mayHaveCharged: Bool) {
        self.reason = reason
        self.mayHaveCharged = mayHaveCharged
    }
}
