import HTTPClient
import Testing

@testable import Stripe

@Suite struct TokenBucketTests {
    @Test func burstThenRate() {
        var bucket = TokenBucket(interval: .milliseconds(100), burst: 3)
        for _ in 0..<3 {
            #expect(bucket.isReady(.seconds(1)))
            bucket.take(.seconds(1))
        }
        #expect(!bucket.isReady(.seconds(1)))
        #expect(bucket.readyAt == .milliseconds(1100))
        #expect(!bucket.isReady(.milliseconds(1099)))
        #expect(bucket.isReady(.milliseconds(1100)))
    }

    @Test func tokensComeBackOneByOne() {
        var bucket = TokenBucket(interval: .milliseconds(100), burst: 3)
        #expect(bucket.tokens(.seconds(1)) == 3)
        for left in [2, 1, 0, 0] {
            bucket.take(.seconds(1))
            #expect(bucket.tokens(.seconds(1)) == left)
        }
        // The fourth is owed too: the first that comes back is its own.
        #expect(bucket.tokens(.milliseconds(1199)) == 0)
        for (left, moment) in [(1, 1200), (1, 1299), (2, 1300), (3, 1400), (3, 9000)] {
            #expect(bucket.tokens(.milliseconds(moment)) == left)
            #expect(bucket.isReady(.milliseconds(moment)))
        }
    }

    @Test func idlenessIsNotSaved() {
        var bucket = TokenBucket(interval: .milliseconds(100), burst: 2)
        let taken = (0..<10).filter { _ in
            let isReady = bucket.isReady(.seconds(3600))
            if isReady { bucket.take(.seconds(3600)) }
            return isReady
        }
        #expect(taken.count == 2)
    }
}

@Suite struct BreakerTests {
    @Test func opensAfterFailuresInARow() {
        var breaker = Breaker(failures: 3, pause: .seconds(5))
        for _ in 0..<2 { breaker.failed(.seconds(1)) }
        breaker.succeeded()
        for _ in 0..<2 { breaker.failed(.seconds(2)) }
        #expect(breaker.allows(.seconds(2)))
        breaker.failed(.seconds(3))
        #expect(breaker.isOpen)
        #expect(!breaker.allows(.seconds(3)))
        #expect(!breaker.allows(.milliseconds(7_999)))
    }

    @Test func oneProbeEachPause() {
        var breaker = Breaker(failures: 1, pause: .seconds(5))
        breaker.failed(.zero)
        #expect(breaker.allows(.seconds(5)))
        breaker.admitted(.seconds(5))
        #expect(!breaker.allows(.seconds(6)), "the probe is under way")
        #expect(breaker.allows(.seconds(10)), "nothing came of it")
        breaker.admitted(.seconds(10))
        breaker.failed(.seconds(12))
        #expect(!breaker.allows(.seconds(16)))
        #expect(breaker.allows(.seconds(17)))
    }

    @Test func anySuccessCloses() {
        var breaker = Breaker(failures: 2, pause: .seconds(5))
        for _ in 0..<2 { breaker.failed(.zero) }
        breaker.succeeded()
        #expect(!breaker.isOpen)
        #expect(breaker.allows(.zero))
        breaker.failed(.zero)
        #expect(breaker.allows(.zero), "the count began anew")
    }
}

@Suite struct SlowdownTests {
    @Test func halvesOnceForABurst() {
        var slowdown = Slowdown()
        for millisecond in 0..<50 { slowdown.rateLimited(.milliseconds(millisecond), jitter: 0) }
        #expect(slowdown.factor == 2)
        slowdown.rateLimited(.seconds(1), jitter: 0)
        #expect(slowdown.factor == 4)
        for second in 2..<9 { slowdown.rateLimited(.seconds(second), jitter: 0) }
        #expect(slowdown.factor == 8, "not slower than an eighth")
    }

    @Test func easesStepByStepAndJittered() {
        for (jitter, first) in [(0, 10_000), (500, 15_000), (999, 19_990)] {
            var slowdown = Slowdown()
            slowdown.rateLimited(.zero, jitter: jitter)
            slowdown.ease(.milliseconds(first - 1))
            #expect(slowdown.factor == 2)
            slowdown.ease(.milliseconds(first))
            #expect(slowdown.factor == 1)
        }
        var slowdown = Slowdown()
        for second in 0..<3 { slowdown.rateLimited(.seconds(second), jitter: 0) }
        #expect(slowdown.factor == 8)
        for (second, factor) in [(11, 8), (12, 4), (21, 4), (22, 2), (31, 2), (32, 1)] {
            slowdown.ease(.seconds(second))
            #expect(slowdown.factor == factor)
        }
    }

    @Test func newPaymentsPause() {
        var slowdown = Slowdown()
        #expect(slowdown.allowsNewPayments(.zero))
        slowdown.rateLimited(.zero, jitter: 500)
        #expect(!slowdown.allowsNewPayments(.milliseconds(1_499)))
        #expect(slowdown.allowsNewPayments(.milliseconds(1_500)))
    }
}

@Suite struct StripeLimitsTests {
    private func limits(_ rate: Int?, _ change: (inout LimitSettings) -> Void = { _ in })
        -> StripeLimits
    {
        var settings = LimitSettings(ratePerSecond: rate)
        change(&settings)
        return StripeLimits(settings)
    }

    /// How many new payments and how many steps get through in ten seconds, asked for each
    /// millisecond; the steps first, as in the service.
    private func throughput(
        _ limits: inout StripeLimits,
        creations: Bool,
        steps: Bool,
        looks: Bool = false,
        from start: Int = 1_000
    ) -> (creations: Int, steps: Int, looks: Int) {
        var count = (creations: 0, steps: 0, looks: 0)
        for millisecond in start..<(start + 10_000) {
            let now = Duration.milliseconds(millisecond)
            if steps, limits.takeTurn(.step, now) { count.steps += 1 }
            if looks, limits.takeTurn(.newcomer, now) { count.looks += 1 }
            if creations, limits.admitsNewPayment(now, waiting: 0, existing: 0) {
                count.creations += 1
                _ = limits.takeCredit(now)
            }
        }
        return count
    }

    @Test func newPaymentsHaveSixtyPercent() {
        var limits = limits(100)
        let count = throughput(&limits, creations: true, steps: false)
        #expect((600...620).contains(count.creations))
    }

    @Test func stepsMayUseAll() {
        var limits = limits(100)
        let count = throughput(&limits, creations: false, steps: true)
        #expect((1_000...1_025).contains(count.steps))
    }

    /// New payments that ask as often as they can, and first, leave 40 %.
    @Test func fortyPercentAreReserved() {
        var limits = limits(100)
        var steps = 0
        for millisecond in 1_000..<11_000 {
            let now = Duration.milliseconds(millisecond)
            _ = limits.admitsNewPayment(now, waiting: 0, existing: 0)
            if limits.takeTurn(.step, now) { steps += 1 }
        }
        #expect(steps >= 395)
    }

    /// Looks at cards alone cannot keep the creates out that they are for.
    @Test func newcomersLeaveRoomForTheirCreates() {
        var limits = limits(100)
        let count = throughput(&limits, creations: true, steps: false, looks: true)
        #expect((300...310).contains(count.looks))
        #expect(count.creations >= 590)
    }

    @Test func neverMoreThanTheRate() {
        var limits = limits(25)
        let count = throughput(&limits, creations: true, steps: true, looks: true)
        #expect(count.creations + count.steps + count.looks <= 250 + 6)
    }

    @Test func unlimited() {
        var limits = limits(nil)
        for _ in 0..<5_000 {
            #expect(limits.takeTurn(.step, .zero) == true)
            #expect(limits.admitsNewPayment(.zero, waiting: 0, existing: 0) == true)
            #expect(limits.takeCredit(.zero) == true)
        }
    }

    @Test func theRateIsShared() {
        var limits = limits(100)
        limits.setShare(of: 4)
        let count = throughput(&limits, creations: true, steps: true)
        #expect((245...260).contains(count.creations + count.steps))
        limits.setShare(of: 0)
        let alone = throughput(&limits, creations: false, steps: true, from: 12_000)
        #expect((1_000...1_025).contains(alone.steps), "nobody else lives: all of it")
    }

    @Test func existingPaymentsThatWaitGoFirst() {
        var limits = limits(100)
        #expect(limits.admitsNewPayment(.seconds(1), waiting: 1, existing: 1) == false)
        #expect(
            limits.admitsNewPayment(.seconds(1), waiting: 1, existing: 0) == true,
            "only newcomers wait"
        )
    }

    /// Under way, waiting and admitted but not yet posted count together.
    @Test func tooManyInFlight() {
        var limits = limits(nil) { $0.maxInFlight = 3 }
        limits.began()
        #expect(limits.admitsNewPayment(.zero, waiting: 1, existing: 0) == true)
        #expect(limits.admitsNewPayment(.zero, waiting: 1, existing: 0) == false)
        #expect(limits.takeCredit(.zero) == true)
        #expect(limits.admitsNewPayment(.zero, waiting: 1, existing: 0) == true)
        limits.ended(.answered, .zero, jitter: 0)
        #expect(limits.inFlight == 0)
    }

    /// A storm of repeats, each of which finds its payment, costs new payments nothing.
    @Test func repeatsGiveBackWhatTheyDoNotUse() {
        var limits = limits(100)
        var creations = 0
        for millisecond in 1_000..<11_000 {
            let now = Duration.milliseconds(millisecond)
            if limits.admitsNewPayment(now, waiting: 0, existing: 0) { limits.returnCredit() }
            if limits.admitsNewPayment(now, waiting: 0, existing: 0) {
                creations += 1
                #expect(limits.takeCredit(now) == true)
            }
        }
        #expect((600...620).contains(creations))
    }

    @Test func creditsLapse() {
        var limits = limits(nil) { $0.maxInFlight = 1 }
        #expect(limits.takeCredit(.zero) == false)
        #expect(limits.admitsNewPayment(.zero, waiting: 0, existing: 0) == true)
        #expect(limits.admitsNewPayment(.milliseconds(29_999), waiting: 0, existing: 0) == false)
        #expect(
            limits.admitsNewPayment(.seconds(30), waiting: 0, existing: 0) == true,
            "nobody came with it"
        )
        #expect(limits.takeCredit(.seconds(30)) == true)
        #expect(limits.takeCredit(.seconds(30)) == false, "one each")
    }

    @Test func theBreakerRefusesOnlyNewPayments() {
        var limits = limits(nil) { $0.breakerFailures = 2 }
        for outcome in [CallOutcome.failed, .neutral, .failed] {
            limits.began()
            limits.ended(outcome, .seconds(1), jitter: 0)
        }
        #expect(limits.isBreakerOpen)
        #expect(limits.admitsNewPayment(.seconds(2), waiting: 0, existing: 0) == false)
        #expect(limits.takeTurn(.step, .seconds(2)) == true)
        #expect(limits.takeTurn(.read, .seconds(2)) == true)
        #expect(limits.admitsNewPayment(.seconds(6), waiting: 0, existing: 0) == true, "the probe")
        #expect(limits.admitsNewPayment(.seconds(6), waiting: 0, existing: 0) == false)
        limits.began()
        limits.ended(.answered, .seconds(7), jitter: 0)
        #expect(limits.admitsNewPayment(.seconds(7), waiting: 0, existing: 0) == true)
    }

    @Test func tooFastLowersTheRateForAWhile() {
        var limits = limits(100)
        limits.began()
        limits.ended(.rateLimited, .milliseconds(999), jitter: 0)
        #expect(limits.slowdownFactor == 2)
        #expect(limits.admitsNewPayment(.seconds(1), waiting: 0, existing: 0) == false)
        let count = throughput(&limits, creations: false, steps: true)
        #expect((500...515).contains(count.steps))
        #expect(limits.takeTurn(.step, .seconds(20)) == true)
        #expect(limits.slowdownFactor == 1)
    }
}

@Suite struct CallOutcomeTests {
    @Test(
        arguments: [
            (200, "{}", nil, CallOutcome.answered), (402, "{}", nil, .answered),
            (401, "{}", nil, .answered),
            (429, #"{"error": {"type": "x", "code": "rate_limit"}}"#, "global-rate", .rateLimited),
            (429, #"{"error": {"type": "x"}}"#, nil, .rateLimited),
            (429, #"{"error": {"type": "x", "code": "lock_timeout"}}"#, nil, .answered),
            (
                429, #"{"error": {"type": "x", "code": "rate_limit"}}"#, "resource-specific",
                .answered
            ),
            (
                429, #"{"error": {"type": "x", "code": "payment_intent_rate_limit_exceeded"}}"#,
                nil, .answered
            ),
            (500, "{}", nil, .failed), (503, "<html>", nil, .failed), (200, "<html>", nil, .failed),
            (200, "", nil, .failed),
        ] as [(Int, String, String?, CallOutcome)]
    )
    func answers(_ status: Int, _ body: String, _ reason: String?, _ expected: CallOutcome) {
        let headers = reason.map { ["stripe-rate-limited-reason": $0] } ?? [:]
        #expect(CallOutcome(Fixtures.answer(status, bytes: Array(body.utf8), headers)) == expected)
    }

    @Test(arguments: [
        (TransportFailure.notSent(.connectionRefused), 50, CallOutcome.failed),
        (.notSent(.nameNotResolved), 50, .failed), (.notSent(.other(code: 1)), 50, .failed),
        (.notSent(.permitWithdrawn), 50, .neutral),
        (.notSent(.deadlineBeforeSending), 50, .neutral),
        (.notSent(.queueFull), 50, .neutral), (.notSent(.invalidRequest), 50, .neutral),
        (.outcomeUnknown(.timedOut), 50, .failed), (.outcomeUnknown(.timedOut), 5, .failed),
        (.outcomeUnknown(.timedOut), 4, .neutral), (.outcomeUnknown(.connectionLost), 4, .failed),
        (.outcomeUnknown(.bodyTooLarge), 50, .failed),
        (.outcomeUnknown(.clientClosed), 50, .neutral),
        (.outcomeUnknown(.permitWithdrawnBeforeReplay), 50, .neutral),
    ])
    func failures(_ failure: TransportFailure, _ seconds: Int, _ expected: CallOutcome) {
        #expect(CallOutcome(failure, allowed: .seconds(seconds)) == expected)
    }
}
