public import Payments

/// One device of a shopper: it sends each request once or several times at once, goes on as its
/// habit is until it knows how the purchase ended, and remembers what it was told.
public final class Client: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    let world: World
    public let shopper: Shopper
    let habit: Habit
    /// How often each request is sent at once; when it is tried again, once.
    let copies: Int
    /// Tells its keys from those of the shopper's other devices.
    private let device: String
    private var keysUsed = 0
    private var latest: Request?
    /// Which instance is asked next.
    private var turn: Int
    /// What the shop was told of refunds of this client's payment.
    var refundsTold: [RefundView] = []
    /// What the shop asked for.
    var refundsAsked: [RefundRequest] = []
    /// Whether the customer wanted the first card to be taken off, and was told that it is.
    var removal: Removal = .notWanted
    /// Hears each answer as it comes; `nil` is one that never came.
    public var onAnswer: (PaymentAnswer?) -> Void = { _ in }
    public private(set) var last: PaymentAnswer?
    /// Whether some request came to no answer that says how it ended.
    public private(set) var wasInDoubt = false

    public init(
        _ world: World,
        _ shopper: Shopper,
        _ habit: Habit,
        copies: Int = 1,
        device: String = "a",
        turn: Int = 0
    ) {
        self.world = world
        self.shopper = shopper
        self.habit = habit
        self.copies = copies
        self.device = device
        self.turn = turn
    }

    /// A first call, and what the habit makes of its answer.
    public func pay(card: Int = 0) async {
        await send(request(card))
        await insist { client in client.request(client.habit == .takesNewCard ? 3 : card) }
    }

    /// A first call, and nothing after it.
    func payOnce() async {
        await send(request(0))
        wasInDoubt = wasInDoubt || isOpen(last)
    }

    /// The shop charges a saved card, and what the habit makes of its answer.
    public func charge(card: Int = 0) async {
        await send(charging(card))
        await insist { client in client.charging(client.habit == .takesNewCard ? 3 : card) }
    }

    /// The shop charges while the customer pays, both for as often as there are copies.
    public func payAndCharge() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<copies {
                group.addTask { await self.sendOnce(self.charging(0)) }
                group.addTask { await self.sendOnce(self.request(0)) }
            }
        }
        await sendAlone(request(0))
        await insist { client in client.request(client.habit == .takesNewCard ? 3 : 0) }
        await finish()
    }

    /// The customer comes whom the shop's charge wants, and does the challenge.
    public func meet() async {
        guard case .requiresCustomer = last?.standing, let intent = last?.view?.intent else {
            return
        }
        let call = Request.confirm(shopper.secondCall(intent))
        await send(call)
        await insist { client in client.habit == .takesNewCard ? client.request(3) : call }
        await finish()
    }

    /// Finishes the challenge, if there is one.
    public func finish(succeeds: Bool = true) async {
        guard last?.isChallenge == true, let intent = last?.view?.intent else { return }
        world.stripe.authenticate(intent, succeeds: succeeds)
        let call = Request.confirm(shopper.secondCall(intent))
        await send(call)
        await insist { client in client.habit == .takesNewCard ? client.request(3) : call }
    }

    /// Cancels what it was last told of.
    public func cancel() async {
        guard let payment = last?.view?.payment else { return }
        let call = Request.cancel(
            PaymentQuery(
                id: payment,
                caller: shopper.caller,
                secret: nil,
                key: shopper.key(keyName)
            )
        )
        await send(call)
        await insist { _ in call }
    }

    /// Repeats the latest request to pay or to charge, when all is over.
    public func askAgain() async -> PaymentAnswer? {
        for _ in 0..<Client.mostTries {
            last = nil
            await sendOnce(latest ?? request(0))
            guard isOpen(last) else { break }
            await world.time.sleep(Client.pause)
        }
        return last
    }

    // MARK: Trying

    enum Request: Sendable {
        case pay(PayRequest)
        case charge(OffSessionRequest)
        case confirm(SecondCall)
        case cancel(PaymentQuery)
    }

    static let pause: Duration = .seconds(2)
    static let mostTries = 20

    var keyName: String {
        habit == .takesNewKey ? "\(device)\(keysUsed)" : device
    }

    private func request(_ card: Int) -> Request {
        .pay(shopper.request(key: keyName, card: card))
    }

    private func charging(_ card: Int) -> Request {
        .charge(shopper.charge(key: keyName, card: card))
    }

    func noteDoubt() { wasInDoubt = true }

    /// Tries again for as long as nothing is known.
    func insist(_ next: (Client) -> Request) async {
        wasInDoubt = wasInDoubt || isOpen(last)
        guard habit != .givesUp else { return }
        for _ in 0..<Client.mostTries where isOpen(last) {
            await world.time.sleep(Client.pause)
            if habit == .takesNewKey { keysUsed += 1 }
            await sendAlone(next(self))
        }
    }

    private func sendAlone(_ request: Request) async {
        last = nil
        noteLatest(request)
        await sendOnce(request)
    }

    func send(_ request: Request) async {
        guard copies > 1 else { return await sendAlone(request) }
        last = nil
        noteLatest(request)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<copies { group.addTask { await self.sendOnce(request) } }
        }
    }

    /// What is asked again when all is over: a request that says what it is for.
    private func noteLatest(_ request: Request) {
        switch request {
        case .pay, .charge: latest = request
        case .confirm, .cancel: break
        }
    }

    private func sendOnce(_ request: Request) async {
        let answer = await answer(to: request)
        onAnswer(answer)
        // Of several the latest counts, unless it never came.
        last = answer ?? last
    }

    private func answer(to request: Request) async -> PaymentAnswer? {
        guard let instance = nextInstance() else { return nil }
        switch request {
        case .pay(let request): return await world.pay(request, on: instance)
        case .charge(let request): return await world.charge(request, on: instance)
        case .confirm(let call): return await world.confirm(call, on: instance)
        case .cancel(let query): return await world.cancel(query, on: instance)
        }
    }

    /// The next living instance in turn, as a load balancer would choose it.
    func nextInstance() -> Instance? {
        let live = world.liveInstances
        guard !live.isEmpty else { return nil }
        turn += 1
        return live[turn % live.count]
    }

    private func isOpen(_ answer: PaymentAnswer?) -> Bool {
        switch answer {
        case nil, .refused(.unavailable), .refused(.overloaded), .refused(.paymentInProgress): true
        case .refused: false
        case .standing(let view): view.standing == .unknown || view.standing == .processing
        }
    }
}
