public import Audit
public import Payments

/// What the console stands on.
public struct OpsConsole: Sendable {
    let book: any OpsBook
    let decisions: any FindingDecisions
    let resolving: any ResolveUseCases
    let audits: any AuditDesk
    let stripe: @Sendable () async -> StripeStanding
    let hash: Hash
    /// Whether browsers reach it over TLS only.
    let isSecure: Bool

    public init(
        book: any OpsBook,
        decisions: any FindingDecisions,
        resolving: any ResolveUseCases,
        audits: any AuditDesk,
        stripe: @escaping @Sendable () async -> StripeStanding,
        hash: @escaping Hash,
        isSecure: Bool
    ) {
        self.book = book
        self.decisions = decisions
        self.resolving = resolving
        self.audits = audits
        self.stripe = stripe
        self.hash = hash
        self.isSecure = isSecure
    }
}

/// What the console asks of the use cases.
public protocol ResolveUseCases: Sendable {
    /// Ends a payment by a person's word, by what Stripe shows now; may be repeated.
    func resolve(_ request: ResolveRequest, until deadline: Duration) async -> ResolveAnswer
}

/// How things stand with Stripe, over all loops.
public struct StripeStanding: Hashable, Sendable {
    public let inFlight: Int
    public let waiting: Int
    public let isBreakerOpen: Bool
    /// 1 at full speed; 2, 4 or 8 after Stripe asked for fewer calls.
    public let slowdown: Int
    /// Calls that may go at once; `nil`: there is no limit.
    public let tokens: Int?

    public init(inFlight: Int, waiting: Int, isBreakerOpen: Bool, slowdown: Int, tokens: Int?) {
        self.inFlight = inFlight
        self.waiting = waiting
        self.isBreakerOpen = isBreakerOpen
        self.slowdown = slowdown
        self.tokens = tokens
    }
}
