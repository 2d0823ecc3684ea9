/// The use cases. Everything that a client can ask of a payment, and the recovery, goes through the
/// same steps and the same compare-and-set.
///
/// Its callers' tasks and its own prefer the executor of the timekeeper, the loop, and its ports
/// live there too: the way of a payment has no change of thread.
public actor PaymentService {
    let repository: any PaymentRepository
    let processor: any CardProcessor
    public nonisolated let wallet: Wallet
    let time: any Timekeeper
    let hash: Hash
    let settings: PaymentSettings
    let reading: IntentReading
    /// A number below 1,024, each time another, so that pauses of several instances do not
    /// coincide.
    let jitter: @Sendable () -> Int
    let newInstance: @Sendable () -> InstanceID
    /// `nil`: the shop is told nothing, it looks itself.
    let shop: (any Fulfilling)?
    /// `nil`: nobody gives money back here.
    let refunding: (any Refunding)?
    /// `nil`: as many new attempts as come.
    let limiter: Limiter?

    var catalogue: Catalogue
    var lease: Lease
    /// Nothing new begins any more.
    public internal(set) var isStopping = false
    var drives: [PaymentID: Drive] = [:]
    /// Claims that are with the database, by the guard that stands for their purchase.
    var claims: [Guard: [CheckedContinuation<[GuardHolder]?, Never>]] = [:]
    var recentNames = RecentNames()
    /// Requests that are owed an answer.
    var errands: [Int: Errand] = [:]
    var errandCount = 0
    var deadlines = DeadlineQueue()
    var sweeps = SweepQueue()
    /// What the last look found to be this instance's without being worked on.
    var unattended: Set<PaymentID> = []

    public init(
        repository: any PaymentRepository,
        processor: any CardProcessor,
        wallet: Wallet,
        time: any Timekeeper,
        settings: PaymentSettings,
        catalogue: Catalogue,
        hash: @escaping Hash,
        jitter: @escaping @Sendable () -> Int,
        newInstance: @escaping @Sendable () -> InstanceID,
        shop: (any Fulfilling)? = nil,
        refunding: (any Refunding)? = nil,
        limiting: AttemptLimiting? = nil
    ) {
        self.repository = repository
        self.processor = processor
        self.wallet = wallet
        self.time = time
        self.settings = settings
        self.catalogue = catalogue
        self.hash = hash
        self.jitter = jitter
        self.newInstance = newInstance
        self.shop = shop
        self.refunding = refunding
        limiter = limiting.map { Limiter($0) }
        reading = IntentReading(isLive: settings.isLive)
        lease = Lease(of: newInstance())
    }

    /// Prices from now on; purchases that were claimed keep theirs.
    public func sell(_ catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// The first call.
    public func pay(_ request: PayRequest, until deadline: Duration) async -> PaymentAnswer {
        await inTime(deadline) { service, errand, deadline throws(StoreFailure) in
            let admitted = try await service.admit(errand, until: deadline) {
                () throws(StoreFailure) in try await service.entrance(request, until: deadline)
            }
            switch admitted {
            case .answer(let answer): return answer
            case .work(let drive):
                service.leave(errand, to: drive)
                return nil
            }
        }
    }

    /// The second call, after the challenge.
    public func confirm(_ call: SecondCall, until deadline: Duration) async -> PaymentAnswer {
        await inTime(deadline) { service, errand, deadline throws(StoreFailure) in
            try await service.finish(call, errand, until: deadline)
        }
    }

    /// The state as it is stored.
    public func show(_ query: PaymentQuery) async -> PaymentAnswer {
        do throws(StoreFailure) {
            guard let payment = try await payment(for: query) else { return .refused(.notFound) }
            return .standing(view(of: payment, isReplay: false))
        } catch {
            return .refused(.unavailable)
        }
    }

    /// Ends an attempt while no money has moved.
    public func cancel(_ query: PaymentQuery, until deadline: Duration) async -> PaymentAnswer {
        await inTime(deadline) { service, errand, deadline throws(StoreFailure) in
            try await service.end(query, errand, until: deadline)
        }
    }

    // MARK: What they do

    private func finish(
        _ call: SecondCall,
        _ errand: Int,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        guard let payment = try await repository.payment(of: call.intent),
            mayKnow(payment, call.caller, call.secret)
        else { return .refused(.notFound) }
        guard agrees(call, with: payment) else { return .refused(.contradictsPayment) }
        met(payment, by: errand)
        let maySeeSecret = call.secret != nil || isFresh(payment) || isSigned(payment)
        let answer = try await follow(payment, .here(call.presentation), until: deadline)
        return maySeeSecret ? answer : withoutSecret(answer)
    }

    private func end(
        _ query: PaymentQuery,
        _ errand: Int,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        guard let payment = try await payment(for: query) else { return .refused(.notFound) }
        met(payment, by: errand)
        switch payment.state {
        case .requiresAction, .open, .requiresCustomer:
            let ended = await end(payment, as: .canceled, until: deadline)
            return answer(of: ended, isReplay: false)
        case .authorized: return try await endHold(payment, until: deadline)
        case .canceled, .expired, .declined:
            return .standing(view(of: payment, isReplay: true))
        case .canceling: return try await follow(payment, .away, until: deadline)
        case .succeeded, .creating, .confirming, .capturing, .processing, .unresolved,
            .quarantined, .unrecognised:
            return .refused(.notCancelable(view(of: payment, isReplay: false)))
        }
    }

    // MARK: Who may know

    private func payment(for query: PaymentQuery) async throws(StoreFailure) -> Payment? {
        guard let payment = try await repository.payment(query.id) else { return nil }
        if query.isFromShop { return payment }
        if let key = query.key, try await isMade(payment, with: key, query.caller) {
            return payment
        }
        let isKnown =
            query.secret != nil
            ? payment.clientSecret == query.secret
            : payment.purchase.caller != .guest && payment.purchase.caller == query.caller
        return isKnown ? payment : nil
    }

    /// Whether the payment is one of the attempts that began under this key: their ids follow from
    /// it.
    private func isMade(
        _ payment: Payment,
        with key: IdempotencyKey,
        _ caller: Caller
    ) async throws(StoreFailure) -> Bool {
        let wanted = Guard(kind: .key, key: digest(of: key, in: caller.scope))
        guard let holder = try await repository.holders(of: [wanted]).first else { return false }
        if holder.payment.id == payment.id { return true }
        return (1...max(1, holder.attempts)).contains { attempt in
            identity(wanted, caller, attempt) == payment.id
        }
    }

    /// Another customer's payment does not exist for this caller; a guest's is known by its id.
    private func mayKnow(_ payment: Payment, _ caller: Caller, _ secret: ClientSecret?) -> Bool {
        if let secret, secret != payment.clientSecret { return false }
        switch payment.purchase.caller {
        case .guest: return true
        case .customer: return payment.purchase.caller == caller
        }
    }

    private func isSigned(_ payment: Payment) -> Bool { payment.purchase.caller != .guest }

    private func isFresh(_ payment: Payment) -> Bool {
        payment.times.sinceChange <= .seconds(3600)
    }

    private func withoutSecret(_ answer: PaymentAnswer) -> PaymentAnswer {
        guard case .standing(let view) = answer else { return answer }
        switch view.standing {
        case .succeeded: return .standing(view.standing(as: .succeeded(nil)))
        case .requiresAction: return .standing(view.standing(as: .unknown))
        case .notAttempted: return .standing(view.standing(as: .notAttempted(nil)))
        case .requiresCustomer, .declined, .expired, .canceled, .processing, .unknown,
            .duplicateSuspected:
            return answer
        }
    }

    private func agrees(_ call: SecondCall, with payment: Payment) -> Bool {
        let purchase = payment.purchase
        guard call.order == nil || call.order == purchase.order else { return false }
        if purchase.isOfFixedOrder { return true }
        return (call.cart ?? purchase.cart) == purchase.cart
            && (call.currency ?? purchase.currency) == purchase.currency
    }

    // MARK: Names

    func digest(of key: IdempotencyKey, in scope: String) -> String {
        Hexadecimal.text(of: hash(Array("\(scope)\n\(key.text)".utf8)))
    }

    func identity(_ primary: Guard, _ caller: Caller, _ attempt: Int) -> PaymentID {
        AttemptIdentity(
            account: settings.account,
            caller: caller,
            guarding: primary,
            attempt: attempt
        ).paymentID(hash: hash)
    }
}
