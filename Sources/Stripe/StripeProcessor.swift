import HTTPClient
public import Payments

/// Stripe as the card processor: words and limits. Whether a request can have been executed is told by
/// the transport, what is to follow is decided by the payments.
///
/// Its callers' tasks prefer the executor of the timekeeper, the loop, as its own do.
public actor StripeProcessor: CardProcessor {
    nonisolated let configuration: StripeConfiguration
    private nonisolated let requests: IntentRequests
    private let transport: any Transport
    private nonisolated let clock: any Timekeeper
    private let random: @Sendable () -> Double
    private var time = StripeTime()
    private var limits: StripeLimits
    private var turns = TurnQueue()
    /// When the lines are looked at next; `nil` where nobody waits.
    private var pumpAt: Duration?
    private var reads: [PaymentIntentID: SharedRead<ReadReply<IntentSnapshot>>] = [:]

    /// - Parameters:
    ///   - random: a number in 0..<1 for jitter, each time another.
    public init(
        _ configuration: StripeConfiguration,
        transport: any Transport,
        clock: any Timekeeper,
        random: @escaping @Sendable () -> Double
    ) {
        self.configuration = configuration
        self.transport = transport
        self.clock = clock
        self.random = random
        requests = IntentRequests(
            apiVersion: configuration.apiVersion,
            suffix: configuration.suffix
        )
        limits = StripeLimits(configuration.limits)
    }

    // MARK: The bytes

    public nonisolated func createRequest(for draft: PaymentDraft) -> FrozenRequest {
        requests.create(draft)
    }

    public nonisolated func confirmRequest(
        for intent: PaymentIntentID,
        _ presentation: Presentation
    ) -> FrozenRequest {
        requests.confirm(intent, presentation)
    }

    public nonisolated func cancelRequest(for intent: PaymentIntentID) -> FrozenRequest {
        requests.cancel(intent)
    }

    // MARK: Time and limits

    public func stripeSeconds() -> Int64? { time.seconds(at: clock.now) }

    /// Where the answer is `false`, a place has been taken for the create that is to follow, within
    /// `StripeLimits.creditLife`.
    public func refusesNewPayments() -> Bool {
        !limits.admitsNewPayment(
            clock.now,
            waiting: turns.count,
            existing: turns.count(in: .step) + turns.count(in: .read)
        )
    }

    /// Divides the rate by the number of live instances.
    public func setShare(of instances: Int) {
        limits.setShare(of: instances)
        pump()
    }

    public func load() -> StripeLoad {
        StripeLoad(
            inFlight: limits.inFlight,
            waiting: turns.count,
            isBreakerOpen: limits.isBreakerOpen,
            slowdownFactor: limits.slowdownFactor
        )
    }

    // MARK: Posting

    public func post(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> PostReply {
        let isCreate = request.path == IntentRequests.path
        if !(isCreate && limits.takeCredit(clock.now)) {
            guard await hasTurn(in: .step, deadline: deadline) else { return .notSent }
        }
        do throws(TransportFailure) {
            let answer = try await call(.post(request, key: key), deadline, permit: permit)
            return PostTable(isCreate: isCreate).reply(to: answer)
        } catch {
            switch error {
            case .notSent: return .notSent
            case .outcomeUnknown: return .unknown
            }
        }
    }

    // MARK: Reading

    /// Callers that ask at the same time share one answer, which was asked for after each of them
    /// came; see `SharedRead`.
    public func retrieve(
        _ intent: PaymentIntentID,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        if let shared = reads[intent], shared.canBeJoined(by: deadline) {
            let reply = await shared.task.value
            // It may have ended only because its own time was shorter.
            guard reply == .unavailable, clock.now < deadline, shared.deadline < deadline else {
                return reply
            }
        }
        return await lead(intent, deadline)
    }

    private func lead(
        _ intent: PaymentIntentID,
        _ deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        let departure = Departure()
        let task = Task(executorPreference: clock.executor) {
            await self.read(
                IntentRequests.path(of: intent),
                .read,
                deadline,
                departure,
                ReadTable.intent
            )
        }
        let shared = SharedRead(deadline: deadline, departure: departure, task: task)
        reads[intent] = shared
        let reply = await task.value
        if reads[intent] === shared { reads[intent] = nil }
        return reply
    }

    public func intents(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage> {
        let path = IntentRequests.listPath(
            createdSince: seconds,
            after: last,
            limit: StripeProcessor.pageSize
        )
        return await read(path, .read, deadline, Departure(), ReadTable.page)
    }

    /// Stripe's largest page.
    private static let pageSize = 100

    public func cardFingerprint(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<String> {
        let path = IntentRequests.path(of: method)
        return await read(path, .newcomer, deadline, Departure(), ReadTable.fingerprint)
    }

    /// A cheap first call: whether the key works, in which mode, and what time it is at Stripe. It
    /// lists one intent, because restricted keys of ours may do that and need not read the account.
    public func checkAccount(deadline: Duration) async -> AccountCheck {
        do throws(TransportFailure) {
            let path = IntentRequests.listPath(createdSince: 0, after: nil, limit: 1)
            let answer = try await call(.get(path), deadline, permit: { true })
            return AccountCheck(answer, key: configuration.secretKey)
        } catch {
            return .unavailable
        }
    }

    private func read<Value>(
        _ path: String,
        _ line: CallLine,
        _ deadline: Duration,
        _ departure: Departure,
        _ table: (StripeAnswer) -> ReadReply<Value>
    ) async -> ReadReply<Value> {
        guard await hasTurn(in: line, deadline: deadline) else { return .unavailable }
        do throws(TransportFailure) {
            return table(try await call(.get(path), deadline, permit: departure.leave))
        } catch {
            return .unavailable
        }
    }

    // MARK: Turns

    /// Waits for a token; `false` once the deadline has passed.
    private func hasTurn(in line: CallLine, deadline: Duration) async -> Bool {
        let now = clock.now
        guard now < deadline else { return false }
        if turns.isFree(for: line), limits.takeTurn(line, now) { return true }
        return await withCheckedContinuation { continuation in
            let ticket = turns.add(continuation, to: line)
            clock.call(after: deadline - now) { [self] in
                inBackground { $0.giveUp(ticket, in: line) }
            }
            pump()
        }
    }

    /// Lets those go whose turn it is.
    private func pump() {
        for line in CallLine.allCases {
            while turns.count(in: line) > 0, limits.takeTurn(line, clock.now) {
                turns.popFirst(of: line)?.resume(returning: true)
            }
        }
        schedulePump()
    }

    private func schedulePump() {
        let waiting = CallLine.allCases.filter { turns.count(in: $0) > 0 }
        guard let next = waiting.map(limits.nextTurn).min() else { return }
        if let pumpAt, pumpAt <= next { return }
        pumpAt = next
        clock.call(after: max(next - clock.now, .zero)) { [self] in
            inBackground { $0.pumpIsDue(next) }
        }
    }

    /// An alarm that was set before an earlier one became necessary is out of date.
    private func pumpIsDue(_ moment: Duration) {
        guard pumpAt == moment else { return }
        pumpAt = nil
        pump()
    }

    private func giveUp(_ ticket: UInt64, in line: CallLine) {
        turns.remove(ticket, from: line)?.resume(returning: false)
    }

    private nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated StripeProcessor) -> Void
    ) {
        Task(executorPreference: clock.executor) { await work(self) }
    }

    // MARK: One call

    private func call(
        _ outgoing: OutgoingCall,
        _ deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer {
        guard let request = outgoing.request(for: configuration) else {
            throw .notSent(.invalidRequest)
        }
        let start = clock.now
        let end = min(deadline, start + configuration.callTimeout)
        limits.began()
        do throws(TransportFailure) {
            let answer = try await transport.answer(to: request, deadline: end, permit: permit)
            learn(from: answer)
            limits.ended(CallOutcome(answer), clock.now, jitter: thousandths)
            return answer
        } catch {
            let outcome = CallOutcome(error, allowed: end - start)
            limits.ended(outcome, clock.now, jitter: thousandths)
            throw error
        }
    }

    private var thousandths: Int { min(max(Int(random() * 1000), 0), 999) }

    /// Only from answers that are Stripe's own: the clock of something on the way may be wrong.
    private func learn(from answer: StripeAnswer) {
        guard answer.requestID != nil, let seconds = answer.dateSeconds else { return }
        time.learn(seconds, at: clock.now)
    }
}
