/// Attempts of which only Stripe's list can tell whether they exist. All that wait are served by
/// one sweep; those that come while it runs wait for the next, since theirs may be older than the
/// page that was read.
struct SweepQueue {
    struct Search {
        let payment: PaymentID
        /// Stripe's time, in seconds since 1970, from which on the intent can have been made.
        let sinceSeconds: Int64
        let continuation: CheckedContinuation<SweepResult, Never>
    }

    private var waiting: [Search] = []
    private(set) var isRunning = false

    /// Whether a sweep has to be started.
    mutating func add(_ search: Search) -> Bool {
        waiting.append(search)
        defer { isRunning = true }
        return !isRunning
    }

    /// The searches for the next sweep; none ends it.
    mutating func take() -> [Search] {
        defer { waiting = [] }
        isRunning = !waiting.isEmpty
        return waiting
    }
}

enum SweepResult: Sendable {
    case found(IntentSnapshot, stripeSeconds: Int64?)
    case absent
    case unavailable
}
