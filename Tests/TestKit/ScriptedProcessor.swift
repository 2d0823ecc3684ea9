public import Payments

/// One run's way to the Stripe in memory: the port, with what the script puts in its way.
public final class ScriptedProcessor: CardProcessor, @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private let stripe: MemoryStripe
    private let line: ScriptedLine
    /// What was learnt of Stripe's time, and when.
    private var anchor: (seconds: Int64, at: Duration)?
    public var isOverloaded = false
    /// Part of every body that is made, as a newer program may make other ones.
    public var suffix = ""

    public init(_ stripe: MemoryStripe, through line: ScriptedLine) {
        self.stripe = stripe
        self.line = line
    }

    // MARK: What is known here

    public func stripeSeconds() async -> Int64? {
        anchor.map { $0.seconds + (line.time.now - $0.at).components.seconds }
    }

    public func refusesNewPayments() async -> Bool { isOverloaded }
    public func newPaymentDoesNotBegin() async {}
    public func setShare(of instances: Int) async {}

    public func createRequest(for draft: PaymentDraft) -> FrozenRequest {
        request(
            "/v1/payment_intents",
            [
                ("amount", String(draft.minorUnits)), ("currency", draft.currencyCode),
                ("payment_method", draft.method.description),
                ("metadata", draft.paymentID.description),
                ("order", draft.order?.description ?? ""),
                ("sdk", String(draft.presentation.usesStripeSDK)),
            ]
        )
    }

    public func confirmRequest(
        for intent: PaymentIntentID,
        _ presentation: Presentation
    ) -> FrozenRequest {
        request(
            "/v1/payment_intents/\(intent)/confirm",
            [("sdk", String(presentation.usesStripeSDK))]
        )
    }

    public func cancelRequest(for intent: PaymentIntentID) -> FrozenRequest {
        request("/v1/payment_intents/\(intent)/cancel", [("reason", "abandoned")])
    }

    private func request(_ path: String, _ fields: [(String, String)]) -> FrozenRequest {
        let fields = suffix.isEmpty ? fields : fields + [("suffix", suffix)]
        return FrozenRequest(path: path, body: MemoryForm.body(fields), apiVersion: "1")
    }

    // MARK: Posting

    public func post(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> PostReply {
        let fault = line.begin(.stripe, "post \(name(of: request))")
        guard !line.isCut, fault != .unavailable else { return .notSent }
        await line.time.sleep(line.queueing)
        guard !line.isCut, permit() else { return .notSent }
        await line.time.sleep(line.stripeLatency / 2)
        let reply = arrive(request, key, fault)
        if fault == .crashAfter { line.cut() }
        await answer(fault, by: deadline)
        if line.isCut || line.time.now >= deadline { return .unknown }
        learn(from: reply)
        return reply
    }

    private func name(of request: FrozenRequest) -> String {
        request.path == "/v1/payment_intents"
            ? "create" : request.path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The effect, and what the sender would be told of it.
    private func arrive(
        _ request: FrozenRequest,
        _ key: String,
        _ fault: ScriptedFault?
    ) -> PostReply {
        switch fault {
        case nil, .slow, .crashAfter: return stripe.execute(request, key: key)
        case .lostWithEffect:
            _ = stripe.execute(request, key: key)
            return .unknown
        case .late(let delay):
            line.time.call(after: delay) { [stripe] in _ = stripe.execute(request, key: key) }
            return .unknown
        case .lostWithoutEffect: return .unknown
        case .busy: return .busy
        case .refused: return .refused(.refused, stripe.receipt(status: 429))
        case .keptFailure(let withEffect):
            return stripe.executeFailing(request, key: key, withEffect: withEffect)
        case .crashBefore, .unavailable, .missing: return .notSent
        }
    }

    /// The way back.
    private func answer(_ fault: ScriptedFault?, by deadline: Duration) async {
        var delay = line.stripeLatency / 2
        if case .slow(let more) = fault { delay += more }
        await line.time.sleep(min(delay, max(deadline - line.time.now, .zero)))
    }

    private func learn(from reply: PostReply) {
        switch reply {
        case .intent(_, let receipt), .refused(_, let receipt), .keptFailure(let receipt),
            .keyTaken(let receipt):
            if let seconds = receipt.stripeSeconds { anchor = (seconds, line.time.now) }
        case .busy, .notSent, .unknown: break
        }
    }

    // MARK: Reading

    public func retrieve(
        _ intent: PaymentIntentID,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        await read("retrieve", "retrieve \(intent)", deadline) { stripe.retrieve(intent) }
    }

    public func intents(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage> {
        await read("list", "list", deadline) { stripe.page(createdSince: seconds, after: last) }
    }

    public func cardFingerprint(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<String> {
        await read("method", "method \(method)", deadline) { stripe.fingerprint(of: method) }
    }

    private func read<Value>(
        _ name: String,
        _ logged: String,
        _ deadline: Duration,
        _ look: () -> ReadReply<Value>
    ) async -> ReadReply<Value> {
        let fault = line.begin(.stripe, name)
        guard !line.isCut else { return .unavailable }
        await line.time.sleep(line.stripeLatency / 2)
        var reply = ReadReply<Value>.unavailable
        switch fault {
        case nil, .slow, .crashAfter:
            stripe.reads.append(logged)
            reply = look()
        case .missing: reply = .notFound
        case .crashBefore, .unavailable, .busy, .refused, .keptFailure, .lostWithEffect,
            .lostWithoutEffect, .late:
            break
        }
        if fault == .crashAfter { line.cut() }
        await answer(fault, by: deadline)
        if line.isCut || line.time.now >= deadline { return .unavailable }
        if case .value(_, let seconds?) = reply { anchor = (seconds, line.time.now) }
        return reply
    }
}
