/// The decisions of one payment: what has come back goes in, what to do comes out. It does nothing
/// itself and knows no clock.
struct PaymentRun: Hashable, Sendable {
    /// What was or is to be asked.
    private(set) var asking: Ask
    /// Whether a request has left that may have charged, with no answer that says what came of it.
    private(set) var mayHaveCharged: Bool
    /// How far the checkout had certainly come before that request.
    private(set) var settled: Stage
    /// Tries in a row that brought nothing new.
    private var tries = 0
    private var isFreshlySignedIn = false
    private var challenges = 0
    private var lastChallenge: ChallengeResult?
    private var challengedPayment: String?
    private let patience: Patience
    /// A sheet shows its challenges itself.
    private let presentsChallenges: Bool

    /// A service that asks for the same challenge over and over is not followed for ever.
    static let mostChallenges = 3

    init(
        _ ask: Ask,
        from stage: Stage,
        patience: Patience = Patience(),
        presentsChallenges: Bool = true
    ) {
        asking = ask
        // What was paid stays so, whatever a further request is told.
        mayHaveCharged = stage == .sent || stage == .paid
        settled = mayHaveCharged ? .new : stage
        self.patience = patience
        self.presentsChallenges = presentsChallenges
    }

    /// What the record says until the next event.
    var stage: Stage { mayHaveCharged ? .sent : settled }

    /// `elapsed` is the time since the customer's tap, without challenges; `dice`, between 0 and 1,
    /// is for the length of a pause.
    mutating func received(_ event: Event, elapsed: Duration, dice: Double) -> Action {
        switch event {
        case .answered(let standing): return answered(standing, elapsed, dice)
        case .refused(let refusal): return refused(refusal, elapsed, dice)
        case .lost:
            mayHaveCharged = true
            return again(.noAnswer, elapsed, dice)
        case .notSent: return again(.notReached, elapsed, dice)
        case .challenged(let result): return challenged(result)
        case .notSignedIn(let refusal): return conclude(refusal)
        case .notKept: return doubt(.notKept)
        case .stopped: return doubt(.stopped)
        }
    }

    // MARK: Answers that say where the payment stands

    private mutating func answered(
        _ standing: Standing,
        _ elapsed: Duration,
        _ dice: Double
    ) -> Action {
        isFreshlySignedIn = false
        switch standing {
        case .paid(let receipt): return end(.paid, .paid(receipt))
        case .declined(let why): return end(.ended, .declined(why))
        case .expired(let why): return end(.ended, .expired(why))
        case .canceled(let why): return end(.ended, .canceled(who(why)))
        case .unpaid: return end(.waiting, .canceled(.unfinished))
        case .challenge(let challenge): return present(challenge)
        case .inSheet(let secret):
            mayHaveCharged = true
            return doubt(.inSheet(secret))
        case .processing:
            mayHaveCharged = true
            return again(.processing, elapsed, dice)
        case .unknown:
            mayHaveCharged = true
            return again(.outcomeUnknown, elapsed, dice)
        }
    }

    private mutating func end(_ stage: Stage, _ outcome: Outcome) -> Action {
        mayHaveCharged = false
        settled = stage
        return .end(outcome)
    }

    private func who(_ why: Explanation) -> Cancellation {
        !asking.isPaying && why.code == "canceled" ? .byCustomer : .byService(why)
    }

    /// A request that got lost before stays open: should it still arrive, it finds the challenge
    /// passed and charges. After a challenge that the SDK calls failed it is not shown again by
    /// itself: the customer would not get out.
    private mutating func present(_ challenge: Challenge) -> Action {
        settled = .waiting
        let isOver = challenges >= PaymentRun.mostChallenges || lastChallenge == .failed
        guard presentsChallenges, asking.isPaying, !isOver else {
            return mayHaveCharged ? doubt(.unfinished) : .end(.canceled(.unfinished))
        }
        tries = 0
        challenges += 1
        challengedPayment = challenge.paymentId
        asking = .second(intent: challenge.paymentIntentId, secret: challenge.clientSecret)
        return .present(challenge)
    }

    /// The SDK's word decides nothing but whether the customer wants to go on: a challenge that
    /// "failed" may have been passed before the connection broke, so the service is asked.
    private mutating func challenged(_ result: ChallengeResult) -> Action {
        lastChallenge = result
        switch result {
        case .passed, .failed: return .send(asking)
        case .canceled: return takeBack()
        }
    }

    /// Nothing charges without a further request, unless one is still open: then the service has
    /// to cancel.
    private mutating func takeBack() -> Action {
        settled = .waiting
        guard mayHaveCharged else { return .end(.canceled(.byCustomer)) }
        guard let payment = challengedPayment else { return doubt(.unfinished) }
        asking = .cancel(paymentId: payment)
        return .send(asking)
    }

    // MARK: Answers that do not

    private mutating func refused(
        _ refusal: Refusal,
        _ elapsed: Duration,
        _ dice: Double
    ) -> Action {
        if refusal.status == 401, !isFreshlySignedIn {
            isFreshlySignedIn = true
            return .signIn(refusal, asking)
        }
        // It has moved on: where to?
        if case .cancel(let payment) = asking, refusal.code == "payment_not_cancelable" {
            asking = .look(paymentId: payment)
            return .send(asking)
        }
        guard refusal.isPassing else { return conclude(refusal) }
        return again(.busy(refusal), elapsed, dice, refusal.retryAfterSeconds)
    }

    /// A refusal is the end only where no earlier request is open: it says nothing of that one. An
    /// order that another attempt has paid is paid once, so it was not ours.
    private mutating func conclude(_ refusal: Refusal) -> Action {
        if refusal.code == "order_already_paid" { mayHaveCharged = false }
        return mayHaveCharged ? doubt(.refused(refusal)) : .end(.refused(refusal))
    }

    private mutating func again(
        _ reason: Doubt.Reason,
        _ elapsed: Duration,
        _ dice: Double,
        _ retryAfterSeconds: Int? = nil
    ) -> Action {
        tries += 1
        let pause = patience.pause(
            after: tries,
            dice: dice,
            retryAfterSeconds: retryAfterSeconds
        )
        guard elapsed + pause <= patience.total else { return doubt(reason) }
        return .wait(pause, asking)
    }

    private func doubt(_ reason: Doubt.Reason) -> Action {
        .end(.stillChecking(Doubt(reason: reason, mayHaveCharged: mayHaveCharged)))
    }
}

extension Refusal {
    /// Whether the same request may be taken later.
    var isPassing: Bool {
        switch status {
        case 408, 429, 503: true
        case 409: code == "payment_in_progress"
        default: false
        }
    }
}
