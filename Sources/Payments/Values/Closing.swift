/// Why an attempt ended without a success, or is to end.
public struct Closing: Hashable, Sendable {
    /// A stable word for programs; for declines it is Stripe's `code`.
    public let code: String
    /// Stripe's `decline_code`, true to the letter: what the customer may see of it is decided
    /// where the answer is written.
    public let declineCode: String?
    /// Stripe's sentence, where it is one that was written for the customer (`card_error`).
    public let message: String?

    public init(code: String, declineCode: String? = nil, message: String? = nil) {
        self.code = code
        self.declineCode = declineCode
        self.message = message
    }

    public static let canceled = Closing(code: "canceled")
    public static let replaced = Closing(code: "replaced")
    public static let windowExpired = Closing(code: "confirmation_window_expired")
    /// Proven by reading that Stripe never executed it.
    public static let notExecuted = Closing(code: "not_executed")
    /// Stripe refused in a way that proves that nothing was executed, for a reason that lies not
    /// with the card; the same request may simply be tried again.
    public static let refused = Closing(code: "not_executed", declineCode: "refused")
    /// Not an end: while it is open, the reason to look for an intent that is older than the
    /// attempt. Its key was known to Stripe with other parameters, so the database has forgotten
    /// something.
    static let olderAttempt = Closing(code: "older_attempt")
    /// The bank says that the CVC is wrong; the amount that was held goes back. In the words that
    /// Stripe has for a bank that declines for it.
    public static let incorrectCVC = Closing(
        code: "incorrect_cvc",
        declineCode: "incorrect_cvc",
        message: "Your card's security code is incorrect."
    )
    /// Stripe does not take this payment method (unknown, used up, of another customer).
    public static let unusableMethod = Closing(code: "payment_method_unusable")

    /// Stripe does not take the token of the security code (unknown, used before).
    public static let unusableToken = Closing(code: "cvc_token_unusable")

    /// Stripe knows no such customer as the one that the card belongs to, or is to belong to. Never
    /// the end of an attempt: what follows from it depends on the card.
    public static let unknownCustomer = Closing(code: "customer_unknown")

    /// Whether it is the bank's or Stripe's word about the card, none of ours about the attempt.
    var isAboutCard: Bool { !Closing.ours.contains(code) }

    private static let ours: Set<String> = Set(
        [canceled, replaced, windowExpired, notExecuted, olderAttempt].map(\.code)
            + ["order_already_paid"]
    )

    /// Whether it is an answer that Stripe gives before it executes anything and does not store, so
    /// that an earlier send of the same step may still be executed.
    /// https://docs.stripe.com/api/idempotent_requests
    public var isUnstored: Bool {
        self == .refused || self == .unusableMethod || self == .unusableToken
    }

    /// Whether the same card under the same key begins a new attempt instead of meeting the same
    /// answer.
    public var allowsSameCardAgain: Bool { self == .refused }
}
