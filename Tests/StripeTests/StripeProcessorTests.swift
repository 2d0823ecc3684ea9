import EventLoop
import HTTPClient
import Payments
import Synchronization
import Testing

@testable import Stripe

/// The processor with a transport and a clock that obey the test.
struct Bench: Sendable {
    let time: ManualTime
    let transport: ScriptedTransport
    let processor: StripeProcessor
    let intent: PaymentIntentID

    init(
        _ loop: Loop,
        limits: LimitSettings = LimitSettings(),
        always: (@Sendable (ClientRequest) -> ScriptedTransport.Outcome)? = nil
    ) throws {
        let key = try #require(StripeSecretKey("sk_test_1"))
        let base = try #require(APIBase("https://stripe.example"))
        var configuration = try #require(StripeConfiguration(secretKey: key, base: base))
        configuration.limits = limits
        time = ManualTime(on: loop)
        transport = ScriptedTransport(always: always)
        processor = StripeProcessor(
            configuration,
            transport: transport,
            clock: time,
            random: { 0 }
        )
        intent = try #require(PaymentIntentID(Fixtures.intentID))
    }

    var later: Duration { time.now + .seconds(40) }

    func post(
        _ path: String = "/v1/payment_intents",
        deadline: Duration? = nil,
        permit: @escaping @Sendable () -> Bool = { true }
    ) async -> PostReply {
        await processor.post(
            FrozenRequest(path: path, body: Array("a=1".utf8), apiVersion: "2020-01-01"),
            key: "payonce-key",
            deadline: deadline ?? later,
            permit: permit
        )
    }

    var confirmPath: String { "/v1/payment_intents/\(intent)/confirm" }

    static let succeeded = Fixtures.answer(200, Fixtures.intent("succeeded"))
}

/// A task on the loop, like those of the service.
func start<Value: Sendable>(
    _ loop: Loop,
    _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
    Task(executorPreference: loop) { await body() }
}

@Suite struct PostingTests {
    @Test func sendsTheFrozenBytes() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            let reply = await bench.post()
            #expect(reply == .intent(PostTableTests.snapshot("succeeded"), Fixtures.receipt(200)))
            let sent = try #require(bench.transport.requests.first)
            #expect(sent.method == .post)
            #expect(sent.url == "https://stripe.example/v1/payment_intents")
            #expect(sent.body == Array("a=1".utf8))
            let headers = sent.headers.map { "\($0): \($1)" }
            #expect(
                headers == [
                    "Authorization: Bearer sk_test_1", "Stripe-Version: 2020-01-01",
                    "Idempotency-Key: payonce-key",
                    "Content-Type: application/x-www-form-urlencoded",
                ]
            )
        }
    }

    @Test func aPathThatCouldNameAnotherHostIsNotSent() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            for path in ["@evil.example/v1/x", ".evil.example/v1/", "", "/v2/x", ":80/v1/"] {
                #expect(await bench.post(path) == .notSent)
            }
            #expect(bench.transport.requests.isEmpty)
        }
    }

    @Test func failuresOfTheTransport() async throws {
        for (failure, reply) in [
            (TransportFailure.notSent(.connectionRefused), PostReply.notSent),
            (.outcomeUnknown(.timedOut), .unknown), (.outcomeUnknown(.bodyTooLarge), .unknown),
        ] {
            try await onLoop { loop in
                let bench = try Bench(loop) { _ in .failure(failure) }
                #expect(await bench.post() == reply)
            }
        }
    }

    @Test func withoutPermissionNothingIsSent() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            #expect(await bench.post(permit: { false }) == .notSent)
            #expect(bench.transport.requests.isEmpty)
        }
    }

    /// I7: a machine that slept between the decision and the wire sends nothing under an old key.
    @Test func aCustomerThatWasSleptOverIsNotPosted() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            bench.transport.holdBack(true)
            let request = bench.processor.customerRequest(
                for: CustomerDraft(digest: "00ff", account: "test:1")
            )
            let deadline = bench.time.now + .seconds(8)
            let posting = start(loop) {
                await bench.processor.createCustomer(request, key: "k", deadline: deadline)
            }
            await settle()
            await bench.time.advance(by: .seconds(86_400))
            bench.transport.holdBack(false)
            #expect(await posting.value == .unknown)
            #expect(bench.transport.requests.isEmpty)
        }
    }

    @Test func aCallHasAtMostItsOwnTime() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            let now = bench.time.now
            _ = await bench.post(deadline: now + .seconds(3))
            _ = await bench.post(deadline: now + .seconds(3600))
            #expect(bench.transport.deadlines == [now + .seconds(3), now + .seconds(50)])
            #expect(await bench.post(deadline: now) == .notSent)
            #expect(bench.transport.requests.count == 2)
        }
    }

    /// The steps of payments that exist wait for their turn in the order in which they came, and
    /// only up to their deadlines.
    @Test func stepsWaitForTheirTurn() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop, limits: LimitSettings(ratePerSecond: 2)) { _ in
                .success(Bench.succeeded)
            }
            _ = await bench.post(bench.confirmPath)
            let first = start(loop) { await bench.post(bench.confirmPath + "?1") }
            await settle()
            let second = start(loop) {
                await bench.post(bench.confirmPath + "?2", deadline: bench.time.now + .seconds(2))
            }
            let late = start(loop) {
                await bench.post(
                    bench.confirmPath + "?3",
                    deadline: bench.time.now + .milliseconds(700)
                )
            }
            await settle()
            #expect(await bench.processor.load().waiting == 3)
            #expect(bench.transport.requests.count == 1)
            await bench.time.advance(by: .milliseconds(500))
            #expect(bench.transport.requests.count == 2)
            await bench.time.advance(by: .milliseconds(500))
            #expect(bench.transport.requests.last?.url.hasSuffix("?2") == true)
            #expect(await late.value == .notSent)
            #expect(await first.value == second.value)
            #expect(bench.transport.requests.count == 3)
            #expect(await bench.processor.load().waiting == 0)
        }
    }

    @Test func stepsGoBeforeReadsAndReadsBeforeNewcomers() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop, limits: LimitSettings(ratePerSecond: 1)) { _ in
                .success(Bench.succeeded)
            }
            let method = try #require(PaymentMethodID("pm_1"))
            _ = await bench.post(bench.confirmPath)
            let look = start(loop) {
                await bench.processor.cardFingerprint(of: method, deadline: bench.later)
            }
            await settle()
            let read = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: bench.later
                )
            }
            await settle()
            let step = start(loop) { await bench.post(bench.confirmPath) }
            await settle()
            #expect(bench.transport.requests.count == 1)
            await bench.time.advance(by: .seconds(10))
            _ = (await look.value, await read.value, await step.value)
            let order = bench.transport.requests.dropFirst().map {
                $0.url.dropFirst("https://stripe.example/v1/".count)
            }
            #expect(
                order == [
                    "payment_intents/\(bench.intent)/confirm", "payment_intents/\(bench.intent)",
                    "payment_methods/pm_1",
                ]
            )
        }
    }

    /// A create goes on the token that its question took; without one it waits like any step.
    @Test func aCreateGoesOnItsQuestion() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop, limits: LimitSettings(ratePerSecond: 1)) { _ in
                .success(Bench.succeeded)
            }
            #expect(await !bench.processor.refusesNewPayments())
            #expect(await bench.processor.refusesNewPayments(), "its share is used up")
            #expect(await bench.post() != .notSent)
            let repeated = start(loop) { await bench.post() }
            await settle()
            #expect(bench.transport.requests.count == 1)
            await bench.time.advance(by: .seconds(1))
            #expect(await repeated.value != .notSent)
            #expect(bench.transport.requests.count == 2)
        }
    }

    @Test func theBreakerOpensOnFailuresAndNotOnDeclines() async throws {
        try await onLoop { loop in
            var limits = LimitSettings()
            limits.breakerFailures = 3
            let answers = Mutex<[ScriptedTransport.Outcome]>([])
            let bench = try Bench(loop, limits: limits) { _ in
                answers.withLock { $0.removeFirst() }
            }
            let decline = Fixtures.answer(402, Fixtures.error(Fixtures.insufficientFunds))
            answers.withLock {
                $0 = Array(repeating: .success(decline), count: 5)
                $0 += [
                    .failure(.outcomeUnknown(.timedOut)), .failure(.notSent(.connectionRefused)),
                ]
                $0 += [.success(Fixtures.answer(503, bytes: [])), .success(decline)]
            }
            for _ in 0..<7 { _ = await bench.post() }
            #expect(await !bench.processor.refusesNewPayments())
            _ = await bench.post()
            #expect(await bench.processor.refusesNewPayments())
            #expect(await bench.processor.load().isBreakerOpen)
            #expect(await bench.post(bench.confirmPath) != .notSent, "steps go on")
            #expect(await !bench.processor.refusesNewPayments(), "and show that Stripe is back")
            #expect(await bench.processor.load().inFlight == 0)
        }
    }
}

@Suite struct ReadingTests {
    @Test func getsHaveNoKey() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop) { _ in .success(Bench.succeeded) }
            _ = await bench.processor.retrieve(
                bench.intent,
                showsCharge: false,
                deadline: bench.later
            )
            _ = await bench.processor.intents(
                createdSince: 7,
                after: bench.intent,
                deadline: bench.later
            )
            _ = await bench.processor.checkAccount(deadline: bench.later)
            #expect(
                bench.transport.requests.map { $0.url.dropFirst("https://stripe.example".count) }
                    == [
                        "/v1/payment_intents/\(bench.intent)",
                        "/v1/payment_intents?created%5Bgte%5D=7&limit=100"
                            + "&starting_after=\(bench.intent)",
                        "/v1/payment_intents?created%5Bgte%5D=0&limit=1",
                    ]
            )
            for request in bench.transport.requests {
                #expect(request.method == .get)
                #expect(request.body.isEmpty)
                #expect(request.headers.map { $0.0 } == ["Authorization", "Stripe-Version"])
            }
        }
    }

    @Test func equalQuestionsShareAReadThatHasNotLeft() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop)
            bench.transport.holdBack(true)
            let deadline = bench.later
            let readers = (0..<5).map { _ in
                start(loop) {
                    await bench.processor.retrieve(
                        bench.intent,
                        showsCharge: false,
                        deadline: deadline
                    )
                }
            }
            await settle()
            bench.transport.holdBack(false)
            await settle()
            #expect(bench.transport.requests.count == 1)
            bench.transport.reply(to: 0, .success(Bench.succeeded))
            for reader in readers {
                let reply = await reader.value
                #expect(
                    reply
                        == .value(
                            PostTableTests.snapshot("succeeded"),
                            stripeSeconds: Fixtures.dateSeconds
                        )
                )
            }
        }
    }

    /// Its answer may be older than the question.
    @Test func aReadThatHasLeftIsNotShared() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop)
            let deadline = bench.later
            let first = start(loop) {
                await bench.processor.retrieve(bench.intent, showsCharge: false, deadline: deadline)
            }
            await settle()
            let second = start(loop) {
                await bench.processor.retrieve(bench.intent, showsCharge: false, deadline: deadline)
            }
            await settle()
            #expect(bench.transport.requests.count == 2)
            bench.transport.reply(
                to: 0,
                .success(Fixtures.answer(200, Fixtures.intent("requires_action")))
            )
            bench.transport.reply(to: 1, .success(Bench.succeeded))
            let seconds = Fixtures.dateSeconds
            #expect(
                await first.value
                    == .value(PostTableTests.snapshot("requires_action"), stripeSeconds: seconds)
            )
            #expect(
                await second.value
                    == .value(PostTableTests.snapshot("succeeded"), stripeSeconds: seconds)
            )
        }
    }

    @Test func nobodyIsMadeLateByAnothersPatience() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop)
            bench.transport.holdBack(true)
            let now = bench.time.now
            let other = try #require(PaymentIntentID("pi_2"))
            let patient = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: now + .seconds(40)
                )
            }
            await settle()
            let hasty = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: now + .seconds(3)
                )
            }
            let elsewhere = start(loop) {
                await bench.processor.retrieve(
                    other,
                    showsCharge: false,
                    deadline: now + .seconds(40)
                )
            }
            await settle()
            bench.transport.holdBack(false)
            await settle()
            #expect(bench.transport.requests.count == 3)
            for index in 0..<3 { bench.transport.reply(to: index, .success(Bench.succeeded)) }
            _ = (await patient.value, await hasty.value, await elsewhere.value)
        }
    }

    /// A shared read that ran out of its own time is asked for again by those who have more.
    @Test func moreTimeMeansAnotherRead() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop)
            bench.transport.holdBack(true)
            let now = bench.time.now
            let hasty = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: now + .seconds(3)
                )
            }
            await settle()
            let patient = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: now + .seconds(40)
                )
            }
            await settle()
            bench.transport.holdBack(false)
            await bench.time.advance(by: .seconds(3))
            #expect(bench.transport.requests.count == 1)
            bench.transport.reply(to: 0, .failure(.outcomeUnknown(.timedOut)))
            #expect(await hasty.value == .unavailable)
            await settle()
            #expect(bench.transport.requests.count == 2)
            bench.transport.reply(to: 1, .success(Bench.succeeded))
            #expect(await patient.value != .unavailable)
        }
    }

    @Test func readsWaitUpToTheirDeadline() async throws {
        try await onLoop { loop in
            let bench = try Bench(loop, limits: LimitSettings(ratePerSecond: 1)) { _ in
                .success(Bench.succeeded)
            }
            _ = await bench.post(bench.confirmPath)
            let read = start(loop) {
                await bench.processor.retrieve(
                    bench.intent,
                    showsCharge: false,
                    deadline: bench.time.now + .milliseconds(900)
                )
            }
            await settle()
            await bench.time.advance(by: .seconds(2))
            #expect(await read.value == .unavailable)
            #expect(bench.transport.requests.count == 1)
        }
    }

    @Test func stripeTimeIsLearntFromStripeOnly() async throws {
        try await onLoop { loop in
            let answers = Mutex<[StripeAnswer]>([
                StripeAnswer(status: 502, body: Array("<html>".utf8)) {
                    $0 == "Date" ? "Fri, 31 Dec 9999 23:59:59 GMT" : nil
                },
                Bench.succeeded,
            ])
            let bench = try Bench(loop) { _ in .success(answers.withLock { $0.removeFirst() }) }
            _ = await bench.post()
            #expect(await bench.processor.stripeSeconds() == nil, "a proxy's clock is not Stripe's")
            _ = await bench.post()
            #expect(await bench.processor.stripeSeconds() == Fixtures.dateSeconds)
            await bench.time.advance(by: .seconds(90))
            #expect(await bench.processor.stripeSeconds() == Fixtures.dateSeconds + 90)
        }
    }
}
