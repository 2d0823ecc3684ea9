/// Where an instance is in its work. Between two of these it reaches one thing outside at most:
/// the database or Stripe.
enum Phase: UInt8 {
    case idle
    /// It has decided to begin an attempt and is about to claim it.
    case claiming
    /// It posts the newest step for the first time.
    case sending
    /// It posts the newest step again, if that still may be.
    case resending
    /// It is about to read the intent, by name or by list.
    case reading
    /// Stripe answered a post, and nothing of it is written yet.
    case answered
    /// The same, from Stripe's memory.
    case replayed
    case refused
    case keptFailure
    /// It has read.
    case read
}

/// One instance of the service: its lease and one piece of work. A worker that is paused is one
/// that takes no step; what makes it a late one is that its lease lapses meanwhile.
struct Worker {
    var phase = Phase.idle
    /// Whether the lease under which the work began is live.
    var isLeaseLive = true
    var payment: UInt8 = 0
    /// What it has been told, where an answer is at hand.
    var status = IntentStatus.none
    var isOdd = false

    // MARK: Its copy of the row

    /// No other one has written the row since.
    var isCurrent = true
    /// Where it is not current: whether its fence still is, and what it takes the state and the
    /// step for.
    var isFenceCurrent = true
    var seenState = RowState.none
    var seenStep = Step()

    // MARK: The drive

    /// 0: no send without an answer; 1: one that may be executed yet; 2: one that may not any more.
    var openSend: UInt8 = 0
    var isAsked = false
    var isReaping = false
    var hasEmptyList = false

    // MARK: The claim

    var key: UInt8 = 0
    var method: UInt8 = 0
    /// The holders that the guards are to be taken from, in the order of the request's guards.
    var previous = InlineArray<3, UInt8>(repeating: Holder.none)

    var isAtWork: Bool { phase != .idle }
    /// Each of these ends by a deadline of its own or with the lease, so no long time passes in it.
    func isUrgent(_ row: Row) -> Bool {
        switch phase {
        case .idle, .resending: false
        // A challenge that cannot be read is given back after three tries.
        case .reading: row.state == .requiresAction
        case .claiming, .sending, .answered, .replayed, .refused, .keptFailure, .read: true
        }
    }
}

/// Who holds a guard: an attempt by number, nobody, or an attempt that was never written.
enum Holder {
    static let none: UInt8 = 2
    static let ghost: UInt8 = 3
}
