public import Payments

/// One run's way to the Stripe in memory: the port, with what the script puts in its way.
public final class SimulatedProcessor: CardProcessor, @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    let stripe: MemoryStripe
    let link: Link
    /// What was learnt of Stripe's time, and when.
    private var anchor: (seconds: Int64, at: Duration)?
    public var isOverloaded = false
    /// Part of every body that is made, as a newer program may make other ones.
    public var suffix = ""
    /// Posts that the lease did not allow any more.
    public private(set) var sendsRefused = 0

    public init(_ stripe: MemoryStripe, through link: Link) {
        self.stripe = stripe
        self.link = link
    }

    // MARK: What is known here

    public func stripeSeconds() async -> Int64? {
        anchor.map { $0.seconds + (link.time.now - $0.at).components.seconds }
    }

    public func refusesNewPayments() async -> Bool { isOverloaded }
    public func newPaymentDoesNotBegin() async {}
    public func setShare(of instances: Int) async {}

    public func createRequest(for draft: PaymentDraft) -> FrozenRequest {
        var fields = [
            ("amount", String(draft.minorUnits)), ("currency", draft.currencyCode),
            ("metadata", draft.paymentID.description),
            ("order", draft.order?.description ?? ""),
            ("sdk", String(draft.presentation.usesStripeSDK)),
        ]
        if draft.flow == .offSession { fields.append((MemoryForm.offSession, "true")) }
        if let method = draft.method { fields.append((MemoryForm.method, "\(method)")) }
        if draft.flow == .appConfirmed { fields.append((MemoryForm.automatic, "true")) }
        if let customer = draft.card.customer { fields.append(("customer", "\(customer)")) }
        if draft.card.saving != nil { fields.append(("saving", "off_session")) }
        if let token = draft.cvcToken { fields.append(("cvc", token.exposed)) }
        return request("/v1/payment_intents", fields + hold(draft.card.cvcPolicy))
    }

    private func hold(_ policy: CVCMismatchPolicy?) -> [(String, String)] {
        let capture = policy == .refuse ? [(MemoryForm.captureMethod, "manual")] : []
        return capture + (policy == nil ? [] : MemoryForm.charge)
    }

    public func confirmRequest(
        for intent: PaymentIntentID,
        charging method: PaymentMethodID?,
        _ presentation: Presentation,
        showsCharge: Bool
    ) -> FrozenRequest {
        let card = method.map { [(MemoryForm.method, $0.description)] } ?? []
        return request(
            "/v1/payment_intents/\(intent)/confirm",
            card + [("sdk", String(presentation.usesStripeSDK))]
                + (showsCharge ? MemoryForm.charge : [])
        )
    }

    public func captureRequest(for intent: PaymentIntentID, minorUnits: Int64) -> FrozenRequest {
        request("/v1/payment_intents/\(intent)/capture", [("amount", String(minorUnits))])
    }

    public func cancelRequest(for intent: PaymentIntentID) -> FrozenRequest {
        request("/v1/payment_intents/\(intent)/cancel", [("reason", "abandoned")])
    }

    func request(_ path: String, _ fields: [(String, String)]) -> FrozenRequest {
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
        let reply = await posting(
            name(of: request),
            permit,
            notSent: .notSent,
            unknown: .unknown,
            deadline
        ) { [self] fault in arrive(request, key, fault) }
        learn(from: reply)
        return reply
    }

    /// The way of a POST: `arrive` is its effect, what the sender would be told, and how much
    /// later.
    func posting<Reply: Sendable>(
        _ name: String,
        _ permit: @Sendable () -> Bool,
        notSent: Reply,
        unknown: Reply,
        _ deadline: Duration,
        _ arrive: @escaping @Sendable (Fault?) -> (Reply, Duration)
    ) async -> Reply {
        let fault = await link.begin(.stripe, "post \(name)")
        guard !link.isCut, fault != .unavailable else { return notSent }
        if link.queueing > .zero { await link.process.sleep(link.queueing) }
        guard !link.isCut else { return notSent }
        guard permit() else {
            sendsRefused += 1
            return notSent
        }
        let reply = await link.exchange(latency: link.stripeLatency) { [self] in
            let (reply, delay) = arrive(fault)
            link.end(fault)
            return timed(reply, delay, deadline, orElse: unknown)
        }
        return link.isCut || link.time.now >= deadline ? unknown : reply
    }

    private func name(of request: FrozenRequest) -> String {
        request.path == "/v1/payment_intents"
            ? "create" : request.path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The effect, and what the sender would be told of it how much later.
    private func arrive(
        _ request: FrozenRequest,
        _ key: String,
        _ fault: Fault?
    ) -> (PostReply, Duration) {
        switch fault {
        case .slow(let delay): return (stripe.execute(request, key: key), delay)
        case .executedSlowly(let delay): return (stripe.executeSlowly(request, key, delay), delay)
        case .lostWithEffect:
            _ = stripe.execute(request, key: key)
            return (.unknown, .zero)
        case .late(let delay):
            executeAgain(request, key, after: delay)
            return (.unknown, .zero)
        case .duplicated(let delay):
            executeAgain(request, key, after: delay)
            return (stripe.execute(request, key: key), .zero)
        case .lostWithoutEffect: return (.unknown, .zero)
        case .busy: return (.busy, .zero)
        case .refused: return (.refused(.refused, stripe.receipt(status: 429)), .zero)
        case .keptFailure(let withEffect):
            return (stripe.executeFailing(request, key: key, withEffect: withEffect), .zero)
        case .otherAmount, .unknownWord, .saysReplayed:
            return (stripe.execute(request, key: key).altered(by: fault), .zero)
        case nil, .crashAfter, .stopBefore, .stopAfter:
            return (stripe.execute(request, key: key), .zero)
        case .crashBefore, .unavailable, .outage, .rejected, .missing: return (.notSent, .zero)
        }
    }

    private func executeAgain(_ request: FrozenRequest, _ key: String, after delay: Duration) {
        stripe.later(delay) { [stripe] in _ = stripe.execute(request, key: key) }
    }

    /// An answer that comes too late is not waited for.
    func timed<Answer>(
        _ answer: Answer,
        _ delay: Duration,
        _ deadline: Duration,
        orElse none: Answer
    ) -> (answer: Answer, after: Duration) {
        let patience = max(deadline - link.time.now, .zero)
        return delay < patience ? (answer, delay) : (none, patience)
    }

    private func learn(from reply: PostReply) {
        switch reply {
        case .intent(_, let receipt), .refused(_, let receipt), .keptFailure(let receipt),
            .keyTaken(let receipt):
            if let seconds = receipt.stripeSeconds { anchor = (seconds, link.time.now) }
        case .busy, .notSent, .unknown: break
        }
    }

    // MARK: Reading

    public func retrieve(
        _ intent: PaymentIntentID,
        showsCharge: Bool,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        let reply = await read("retrieve", deadline) { [stripe] fault in
            stripe.noteRead("retrieve \(intent)")
            return stripe.retrieve(intent, showsCharge: showsCharge).altered(by: fault)
        }
        return reply
    }

    public func intents(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage> {
        await read("list", deadline) { [stripe] _ in
            stripe.noteRead("list")
            return stripe.page(createdSince: seconds, after: last)
        }
    }

    public func cardFingerprint(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<String> {
        await read("method", deadline) { [stripe] _ in
            stripe.noteRead("method \(method)")
            return stripe.fingerprint(of: method)
        }
    }

    func read<Value>(
        _ name: String,
        _ deadline: Duration,
        _ look: @escaping @Sendable (Fault?) -> ReadReply<Value>
    ) async -> ReadReply<Value> {
        let fault = await link.begin(.stripe, name)
        guard !link.isCut else { return .unavailable }
        let reply = await link.exchange(latency: link.stripeLatency) { [self] in
            let (reply, delay) = SimulatedProcessor.answer(fault, look)
            link.end(fault)
            return timed(reply, delay, deadline, orElse: .unavailable)
        }
        if link.isCut || link.time.now >= deadline { return .unavailable }
        if case .value(_, let seconds?) = reply { anchor = (seconds, link.time.now) }
        return reply
    }

    private static func answer<Value>(
        _ fault: Fault?,
        _ look: (Fault?) -> ReadReply<Value>
    ) -> (ReadReply<Value>, Duration) {
        switch fault {
        case nil, .crashAfter, .stopBefore, .stopAfter, .otherAmount, .unknownWord, .saysReplayed,
            .duplicated:
            return (look(fault), .zero)
        case .slow(let delay), .executedSlowly(let delay): return (look(fault), delay)
        case .missing: return (.notFound, .zero)
        case .crashBefore, .unavailable, .outage, .rejected, .busy, .refused, .keptFailure,
            .lostWithEffect, .lostWithoutEffect, .late:
            return (.unavailable, .zero)
        }
    }
}
