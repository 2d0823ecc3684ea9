import HTTPClient

/// What a call says about how Stripe is doing.
enum CallOutcome: Hashable, Sendable {
    /// Stripe answered; declines and refusals are answers.
    case answered
    /// Stripe asked for fewer calls.
    case rateLimited
    /// No answer, a broken one, or 5xx.
    case failed
    /// It says nothing about Stripe.
    case neutral

    init(_ answer: StripeAnswer) {
        guard answer.status < 500, answer.content != nil else {
            self = .failed
            return
        }
        self = CallOutcome.isRateLimited(answer) ? .rateLimited : .answered
    }

    /// Less time than this is the caller's haste and says nothing about Stripe.
    private static let patience = Duration.seconds(5)

    /// `allowed` is the time that the call had.
    init(_ failure: TransportFailure, allowed: Duration) {
        switch failure {
        case .notSent(let reason): self = CallOutcome.blames(reason) ? .failed : .neutral
        case .outcomeUnknown(.timedOut) where allowed < CallOutcome.patience: self = .neutral
        case .outcomeUnknown(.permitWithdrawnBeforeReplay), .outcomeUnknown(.clientClosed):
            self = .neutral
        case .outcomeUnknown: self = .failed
        }
    }

    /// A lock on one object and the hourly bound of one intent say nothing about all the others.
    private static func isRateLimited(_ answer: StripeAnswer) -> Bool {
        guard answer.status == 429, answer.rateLimitedReason != "resource-specific" else {
            return false
        }
        return !["lock_timeout", "payment_intent_rate_limit_exceeded"].contains(
            answer.failure?.code
        )
    }

    private static func blames(_ reason: NotSentReason) -> Bool {
        switch reason {
        case .nameNotResolved, .connectionRefused, .connectTimedOut, .tlsHandshakeFailed,
            .certificateRejected, .proxyRefused, .other:
            true
        case .invalidRequest, .trustStoreUnreadable, .permitWithdrawn, .deadlineBeforeSending,
            .queueFull, .outOfMemory, .clientClosed:
            false
        }
    }
}
