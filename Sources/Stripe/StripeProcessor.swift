import HTTPClient
public import Payments

/// Stripe as the card processor: words and limits. Whether a request can have been executed is
/// told by the transport, what is to follow is decided by the payments.
///
/// Its callers' tasks prefer the executor of the timekeeper, the loop, as its own do.
public actor StripeProcessor: CardProcessor {
    nonisolated let configuration: StripeConfiguration
    nonisolated let requests: IntentRequests
    nonisolated let customerRequests: CustomerRequests
    let transport: any Transport
    nonisolated let clock: any Timekeeper
    let random: @Sendable () -> Double
    let observe: @Sendable (EndedCall) -> Void
    var time = StripeTime()
    var limits: StripeLimits
    var turns = TurnQueue()
    /// When the lines are looked at next; `nil` where nobody waits.
    var pumpAt: Duration?
    var reads: [PaymentIntentID: SharedRead<ReadReply<IntentSnapshot>>] = [:]

    /// `random` gives a number in 0..<1 for jitter, each time another. `observe` is told of each
    /// call that has ended: a transport around the transport would learn the same, and would wait
    /// with each of thousands of calls.
    public init(
        _ configuration: StripeConfiguration,
        transport: any Transport,
        clock: any Timekeeper,
        random: @escaping @Sendable () -> Double,
        observe: @escaping @Sendable (EndedCall) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.transport = transport
        self.clock = clock
        self.random = random
        self.observe = observe
        requests = IntentRequests(
            apiVersion: configuration.apiVersion,
            suffix: configuration.suffix
        )
        customerRequests = CustomerRequests(apiVersion: configuration.apiVersion)
        limits = StripeLimits(configuration.limits)
    }

    // MARK: The bytes

    public nonisolated func createRequest(for draft: PaymentDraft) -> FrozenRequest {
        requests.create(draft)
    }

    public nonisolated func confirmRequest(
        for intent: PaymentIntentID,
        charging method: PaymentMethodID?,
        _ presentation: Presentation,
        showsCharge: Bool
    ) -> FrozenRequest {
        requests.confirm(intent, charging: method, presentation, showsCharge: showsCharge)
    }

    public nonisolated func captureRequest(
        for intent: PaymentIntentID,
        minorUnits: Int64
    ) -> FrozenRequest {
        requests.capture(intent, minorUnits: minorUnits)
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

    public func newPaymentDoesNotBegin() {
        limits.returnCredit()
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
            slowdownFactor: limits.slowdownFactor,
            tokens: limits.tokens(clock.now),
            newPaymentTokens: limits.newPaymentTokens(clock.now)
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
            let table = PostTable(
                isCreate: isCreate,
                namesMethod: IntentRequests.namesMethod(request)
            )
            return table.reply(to: answer)
        } catch {
            switch error {
            case .notSent: return .notSent
            case .outcomeUnknown: return .unknown
            }
        }
    }
}
