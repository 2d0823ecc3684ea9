import JSON
import Payments

/// What an answer to a POST about a customer or their card means. No money moves by either, and
/// both may be repeated, so that fewer cases are told apart than in `PostTable`.
enum CustomerTable {
    static func creation(_ answer: StripeAnswer) -> CustomerReply {
        if (200..<300).contains(answer.status) {
            let customer = answer.content?["id"]?.string.flatMap(StripeCustomerID.init)
            return customer.map { .created($0) } ?? .unknown
        }
        switch problem(answer) {
        case .spent: return .keySpent
        case .open: return .unknown
        case .refusal: return .refused
        }
    }

    static func detachment(_ answer: StripeAnswer) -> DetachReply {
        if (200..<300).contains(answer.status) { return .detached }
        switch (problem(answer), answer.status) {
        case (.spent, _): return .keySpent
        // Stripe refuses to detach what is attached to nobody, and what it does not know.
        case (.refusal, 400), (.refusal, 404): return .notAttached
        case (.refusal, _), (.open, _): return .unavailable
        }
    }

    private enum Problem {
        /// This key will never give anything else.
        case spent
        /// Nothing is known, or Stripe is busy: the same again.
        case open
        case refusal
    }

    private static func problem(_ answer: StripeAnswer) -> Problem {
        guard let failure = answer.failure else { return .open }
        let isBusy = ["lock_timeout", "idempotency_key_in_use"].contains(failure.code)
        switch answer.status {
        case 409: return .open
        case _ where isBusy: return .open
        case _ where failure.type == "idempotency_error": return .spent
        case 408, 424, 429: return .open
        case 400..<500: return answer.shouldRetry == true ? .open : .refusal
        case 500..<600: return answer.isReplay || answer.shouldRetry == false ? .spent : .open
        case _: return .open
        }
    }
}
