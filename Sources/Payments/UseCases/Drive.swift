/// The work on one attempt within this instance, and everybody who waits for it. There is at most
/// one for an attempt, so that a hundred equal requests are one piece of work. Lives on the
/// service.
final class Drive {
    var payment: Payment
    /// When `payment` was read, by the timekeeper.
    var readAt: Duration
    let lease: Lease
    /// The request that began the attempt, as long as its client waits.
    var errand: Int?
    /// When a request of the customer last asked for this; `nil` where only the recovery does.
    private(set) var askedAt: Duration?
    /// How their app can show a challenge, as it last said.
    private var shown: Presentation?
    /// It is the recovery's look at a challenge, which does not finish it.
    var isReaping = false
    /// Somebody else wrote the attempt, so that what is known of it here may be old.
    var wasOvertaken = false
    /// The card that Stripe says it was paid with.
    var cardUsed: PaymentMethodID?
    /// Of the card that is charged, where Stripe has said it.
    var cardFingerprint: String?
    /// The intent that is not about what was asked.
    var mismatched: PaymentIntentID?
    /// The attempt as this instance took it over under a new name while this still ran.
    var heir: Payment?
    /// The newest step was sent and may still be executed, since this moment at the latest.
    var openSendSince: Duration?
    /// Stripe (or the way to it) refused the newest step for a reason that has nothing to do with
    /// the payment, so that the request that asked for it charged nothing.
    var wasRefused = false
    /// Tries of the newest step that did not count as a try of the payment.
    var refusals = 0
    /// Pauses since something new was learnt; the next one is longer.
    var pauses = 0
    /// Confirms made durable by this drive.
    var confirms = 0
    /// Captures made durable by this drive.
    var captures = 0
    /// What a person has said about it, until that is carried out.
    var order: ResolveOrder?
    /// Somebody entitled to it wants the hold given back, if it can be.
    var wantedEnd: Closing?
    /// When a complete list first showed nothing of the attempt.
    var firstEmptySweep: Duration?
    /// Stripe could not be asked how far the customer has come.
    var couldNotRead = false
    var isSilenceNoted = false
    /// What the shop is to be told at the end.
    var fulfillment: Fulfillment?

    /// Calls to Stripe that have ended: what a request that comes late waits one of.
    private(set) var rounds = 0
    private(set) var isOver = false
    private var waiters: [Waiter] = []
    private var pause: CheckedContinuation<Void, Never>?
    private var pauseNumber = 0

    init(_ payment: Payment, readAt: Duration, lease: Lease) {
        self.payment = payment
        self.readAt = readAt
        self.lease = lease
    }

    /// A try has ended without an end of the payment, so that the next one waits its time.
    var isStuck: Bool { pauses > 0 }

    func learned(_ newer: Payment, at now: Duration) {
        payment = newer
        readAt = now
    }

    /// A request asks for this.
    func heard(_ customer: Presence, at now: Duration) {
        guard case .here(let presentation) = customer else { return }
        askedAt = now
        shown = presentation
    }

    /// Who waits for `other` waits for this from now on.
    func inherit(from other: Drive) {
        askedAt = other.askedAt
        shown = other.shown
    }

    /// How a challenge is to be shown: as the first call said. What the shop began had no app, so
    /// that the customer's own call says it.
    var presentation: Presentation {
        switch payment.purchase.flow {
        case .onSession, .appConfirmed: payment.presentation
        case .offSession: shown ?? payment.presentation
        }
    }

    func add(_ waiter: Waiter) { waiters.append(waiter) }

    func roundEnded() {
        rounds += 1
        waiters.removeAll { $0.roundEnded(rounds) }
    }

    func end() {
        isOver = true
        dismissWaiters()
    }

    /// Answers everybody with what is known.
    func dismissWaiters() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Remembers whom to wake; the number tells one pause from the next.
    func suspend(_ continuation: CheckedContinuation<Void, Never>) -> Int {
        pause = continuation
        pauseNumber += 1
        return pauseNumber
    }

    /// Ends the pause, or only the one of this number.
    func wake(_ number: Int? = nil) {
        guard number == nil || number == pauseNumber else { return }
        let sleeping = pause
        pause = nil
        sleeping?.resume()
    }
}

/// A request that waits for a drive: until it is over, until one more round has ended, or until its
/// own deadline.
final class Waiter {
    let deadline: Duration
    private let round: Int?
    private var continuation: CheckedContinuation<Void, Never>?

    init(deadline: Duration, round: Int?, _ continuation: CheckedContinuation<Void, Never>) {
        self.deadline = deadline
        self.round = round
        self.continuation = continuation
    }

    var isDone: Bool { continuation == nil }

    func resume() {
        let waiting = continuation
        continuation = nil
        waiting?.resume()
    }

    /// Whether it has nothing left to wait for.
    func roundEnded(_ number: Int) -> Bool {
        if let round, number >= round { resume() }
        return isDone
    }
}
