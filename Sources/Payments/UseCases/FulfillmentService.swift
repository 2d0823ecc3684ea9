/// Tells the shop what came of payments until it says that it knows: at least once, under one name.
/// Every instance does this all the time, for its own payments at once and for all others when they
/// are due.
public actor FulfillmentService: Fulfilling {
    private let store: any FulfillmentStore
    private let shop: any ShopEndpoint
    private let time: any Timekeeper
    /// A number below 1,024, each time another.
    private let jitter: @Sendable () -> Int
    private var isStopping = false
    private var underWay = 0

    /// How often it is looked for what is due.
    private static let interval: Duration = .seconds(2)
    /// Taken at a time; the next look takes the next ones.
    private static let mostTaken = 50

    public init(
        store: any FulfillmentStore,
        shop: any ShopEndpoint,
        time: any Timekeeper,
        jitter: @escaping @Sendable () -> Int
    ) {
        self.store = store
        self.shop = shop
        self.time = time
        self.jitter = jitter
    }

    public func start() {
        inBackground { await $0.keepDelivering() }
    }

    /// Begins no more; what is under way ends by itself, or is told again by somebody else.
    public func stop() {
        isStopping = true
    }

    /// The first try, by the instance that wrote the outcome down.
    public func deliver(_ fulfillment: Fulfillment) async -> String? {
        guard !isStopping, underWay < DeliveryRules.mostAtOnce else { return nil }
        return await attempt(fulfillment, number: 1)
    }

    /// One look for what is due; how many tries it began.
    @discardableResult
    public func deliverDue() async -> Int {
        let room = min(FulfillmentService.mostTaken, DeliveryRules.mostAtOnce - underWay)
        guard !isStopping, room > 0 else { return 0 }
        do throws(StoreFailure) {
            let due = try await store.takeDue(atMost: room)
            for open in due {
                inBackground { _ = await $0.attempt(open.fulfillment, number: open.attempts) }
            }
            return due.count
        } catch {
            // The database is away; what was taken is due again after the hold.
            return 0
        }
    }

    // MARK: One try

    private func attempt(_ fulfillment: Fulfillment, number: Int) async -> String? {
        underWay += 1
        defer { underWay -= 1 }
        let deadline = time.now + DeliveryRules.timeout
        switch await shop.deliver(fulfillment, deadline: deadline) {
        case .accepted(let answer): return await accepted(fulfillment.id, answer)
        case .failed(let reason):
            await failed(fulfillment.id, number, reason)
            return nil
        }
    }

    /// Only what is written down is shown, so that every later answer shows the same.
    private func accepted(_ id: FulfillmentID, _ answer: String?) async -> String? {
        do throws(StoreFailure) {
            guard case .kept(let kept) = try await store.acknowledge(id, answer: answer) else {
                return nil
            }
            return kept
        } catch {
            // It is told once more after the hold.
            return nil
        }
    }

    private func failed(_ id: FulfillmentID, _ number: Int, _ reason: String) async {
        let pause = DeliveryRules.pause(after: number, jitter: jitter())
        do throws(StoreFailure) {
            try await store.postpone(id, for: pause, because: reason)
        } catch {
            // The next try is due after the hold.
        }
    }

    // MARK: By the clock

    private func keepDelivering() async {
        while !isStopping {
            let begun = await deliverDue()
            // A full hand: more may be waiting.
            let isFull = begun == FulfillmentService.mostTaken
            if !isFull { await sleep(FulfillmentService.interval) }
        }
    }

    private func sleep(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    private nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated FulfillmentService) async -> Void
    ) {
        Task(executorPreference: time.executor) { await work(self) }
    }
}
