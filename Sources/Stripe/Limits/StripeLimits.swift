/// How much may be asked of Stripe. Pure: time and chance come in.
///
/// Every call takes a token of the whole rate. New payments take one of their own bucket as well,
/// which has 60 % of the rate, so that at least 40 % is always left for the steps and reads of
/// payments that exist; these may also use what new payments leave. The token of a create is taken
/// when the question is asked, before anything is written, and is kept for its POST as a credit.
/// A credit lapses with `creditLife`; a create without one is a repeat and waits like any step.
/// Looks at cards that may become new payments have a bucket of 30 %: each of them wants a create
/// too, and in a rush they would otherwise use up what the creates need. What nobody waits for has
/// a bucket of 20 %.
struct StripeLimits: Hashable, Sendable {
    private let settings: LimitSettings
    private var instances = 1
    private var slowdown = Slowdown()
    private var breaker: Breaker
    private var whole: TokenBucket?
    private var creations: TokenBucket?
    private var looks: TokenBucket?
    private var background: TokenBucket?
    /// When each admitted payment whose create has not been posted was admitted.
    private var credits: [Duration] = []
    private(set) var inFlight = 0

    /// A request is answered within 25 s; after that nobody comes any more for what was admitted.
    static let creditLife = Duration.seconds(30)

    init(_ settings: LimitSettings) {
        self.settings = settings
        breaker = Breaker(failures: settings.breakerFailures, pause: settings.breakerPause)
        setRates()
    }

    var isBreakerOpen: Bool { breaker.isOpen }
    var slowdownFactor: Int { slowdown.factor }
    func tokens(_ now: Duration) -> Int? { whole?.tokens(now) }
    func newPaymentTokens(_ now: Duration) -> Int? { creations?.tokens(now) }

    /// The rate is divided by the instances that live.
    mutating func setShare(of instances: Int) {
        self.instances = max(instances, 1)
        setRates()
    }

    // MARK: New payments

    /// Whether a new payment may begin; where it may, its tokens are taken. `waiting` counts all
    /// calls that wait for their turn, `existing` those of them that are for payments that exist:
    /// they go first.
    mutating func admitsNewPayment(_ now: Duration, waiting: Int, existing: Int) -> Bool {
        settle(now)
        guard breaker.allows(now), slowdown.allowsNewPayments(now),
            inFlight + waiting + credits.count < settings.maxInFlight,
            hasToken(creations, now), hasToken(whole, now), existing == 0
        else { return false }
        creations?.take(now)
        whole?.take(now)
        breaker.admitted(now)
        credits.append(now)
        return true
    }

    /// Whether a create goes on the tokens of a question that was asked for it.
    mutating func takeCredit(_ now: Duration) -> Bool {
        settle(now)
        guard !credits.isEmpty else { return false }
        credits.removeFirst()
        return true
    }

    /// Lets go of the place of a payment that does not begin: repeats of payments that exist must
    /// not use up what new ones need.
    mutating func returnCredit() {
        guard !credits.isEmpty else { return }
        credits.removeLast()
        creations?.giveBack()
        whole?.giveBack()
    }

    // MARK: Turns

    /// Takes the tokens that a call of that line needs, where they are there.
    mutating func takeTurn(_ line: CallLine, _ now: Duration) -> Bool {
        settle(now)
        guard nextTurn(line) <= now else { return false }
        whole?.take(now)
        switch line {
        case .step, .read: break
        case .newcomer: looks?.take(now)
        case .background: background?.take(now)
        }
        return true
    }

    /// When `takeTurn` is worth asking again.
    func nextTurn(_ line: CallLine) -> Duration {
        let next = whole?.readyAt ?? .zero
        switch line {
        case .step, .read: return next
        case .newcomer: return max(next, looks?.readyAt ?? .zero)
        case .background: return max(next, background?.readyAt ?? .zero)
        }
    }

    // MARK: Calls

    mutating func began() { inFlight += 1 }

    /// `jitter` is in thousandths, drawn anew for each call.
    mutating func ended(_ outcome: CallOutcome, _ now: Duration, jitter: Int) {
        inFlight -= 1
        switch outcome {
        case .answered: breaker.succeeded()
        case .rateLimited:
            breaker.succeeded()
            slowdown.rateLimited(now, jitter: jitter)
            setRates()
        case .failed: breaker.failed(now)
        case .neutral: break
        }
    }

    // MARK: The buckets

    private func hasToken(_ bucket: TokenBucket?, _ now: Duration) -> Bool {
        bucket.map { $0.isReady(now) } ?? true
    }

    /// Lets go of what time has ended.
    private mutating func settle(_ now: Duration) {
        let lapsed = credits.prefix { now - $0 >= StripeLimits.creditLife }.count
        credits.removeFirst(lapsed)
        let factor = slowdown.factor
        slowdown.ease(now)
        if slowdown.factor != factor { setRates() }
    }

    /// A quarter of a second's calls may go at once, so no second sees more than 1.25 times the
    /// rate.
    private mutating func setRates() {
        guard let rate = settings.ratePerSecond else { return }
        let divisor = instances * slowdown.factor
        let interval = Duration.seconds(1) * divisor / rate
        let burst = max(1, rate / divisor / 4)
        whole = reset(whole, interval: interval, burst: burst)
        creations = reset(creations, interval: interval * 5 / 3, burst: max(1, burst * 3 / 5))
        looks = reset(looks, interval: interval * 10 / 3, burst: max(1, burst * 3 / 10))
        background = reset(background, interval: interval * 5, burst: max(1, burst / 5))
    }

    private func reset(_ bucket: TokenBucket?, interval: Duration, burst: Int) -> TokenBucket {
        guard var bucket else { return TokenBucket(interval: interval, burst: burst) }
        bucket.interval = interval
        bucket.burst = burst
        return bucket
    }
}
