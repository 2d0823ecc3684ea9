import Money
public import Payments

/// A shop over a database and a Stripe in memory, in simulated time, with one or more instances of
/// the service that production runs. Instances can die and come back; the rest of the world stays.
public final class World: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    public let time: SimulatedTime
    public let database: MemoryDatabase
    public let stripe: MemoryStripe
    public let plan: FaultPlan
    /// Every life of an instance, the dead ones too.
    public private(set) var instances: [Instance] = []
    /// Nobody comes back any more.
    private var isOver = false
    public var settings: PaymentSettings
    /// `nil`: nobody tells the shop anything.
    public private(set) var shop: MemoryShop?
    /// How long an instance stays away after it died; `nil`: for good.
    public var restartDelay: Duration? = .seconds(1)
    /// Whether instances look after refunds that nobody works on.
    public var looksAfterRefunds = false
    /// Whether instances read Stripe's list of events; to be set before the first one begins.
    public var readsEvents = false
    /// New attempts per address, and with it all other limits on them; `nil`: none.
    public var rateLimit: RateLimit?
    /// For all instances that begin from now on.
    public var databaseLatency: Duration = .milliseconds(1)
    public var stripeLatency: Duration = .milliseconds(100)
    /// How long the service takes for an answer at most.
    public var answerTimeout = World.patience
    /// Differs from call to call where the world is random.
    public var jitter: @Sendable () -> Int = { 512 }

    /// - Parameters:
    ///   - seed: draws the order of what happens at the same moment.
    ///   - mutation: a guard that is left out, to see whether that is noticed.
    public init(seed: UInt64? = nil, mutation: Mutation? = nil) {
        time = SimulatedTime(seed: seed)
        database = MemoryDatabase(time: time)
        stripe = MemoryStripe(time: time)
        plan = FaultPlan(time: time)
        settings = PaymentSettings(account: "acct_1 test", isLive: false)
        database.mutation = mutation
        stripe.mutation = mutation
    }

    /// From now on the shop is told; to be called before the first instance begins.
    public func openShop() -> MemoryShop {
        precondition(instances.isEmpty, "instances that live already would not tell it")
        let shop = MemoryShop()
        self.shop = shop
        database.deliveryHold = DeliveryRules.hold
        return shop
    }

    /// The newest instance.
    public var instance: Instance { instances[instances.count - 1] }
    public var service: PaymentService { instance.service }

    @discardableResult
    public func begin() -> Instance {
        let number = instances.count
        let link = Link(instance: number, time: time, plan: plan)
        link.databaseLatency = databaseLatency
        link.stripeLatency = stripeLatency
        let processor = SimulatedProcessor(stripe, through: link)
        let repository = MemoryRepository(database, through: link)
        let names = InstanceNames(of: number)
        let wallet = Wallet(
            directory: repository,
            vault: processor,
            time: link.process,
            account: settings.account,
            hash: Shop.hash
        )
        let fulfilling = fulfilling(through: link)
        let refunds = refunds(processor, through: link, by: InstanceID("r-\(number)"))
        let service = PaymentService(
            repository: repository,
            processor: processor,
            wallet: wallet,
            time: link.process,
            settings: settings,
            catalogue: Shop.catalogue,
            hash: Shop.hash,
            jitter: jitter,
            newInstance: { names.next() },
            shop: fulfilling,
            refunding: refunds,
            limiting: limiting(through: link)
        )
        let instance = Instance(
            service: service,
            wallet: wallet,
            fulfilling: fulfilling,
            refunds: refunds,
            events: events(processor, service, refunds, through: link, by: names),
            processor: processor,
            link: link
        )
        link.onCrash = { [unowned self] in
            end(instance)
            comeBack()
        }
        instances.append(instance)
        return instance
    }

    private func refunds(
        _ processor: SimulatedProcessor,
        through link: Link,
        by name: InstanceID
    ) -> RefundService {
        RefundService(
            repository: MemoryRefundRepository(database, through: link),
            processor: processor,
            time: link.process,
            hash: Shop.hash,
            rules: settings.rules,
            instance: name,
            jitter: jitter
        )
    }

    private func events(
        _ processor: SimulatedProcessor,
        _ payments: PaymentService,
        _ refunds: RefundService,
        through link: Link,
        by names: InstanceNames
    ) -> EventService? {
        guard readsEvents else { return nil }
        return EventService(
            feed: processor,
            repository: MemoryEventRepository(database, through: link),
            payments: payments,
            refunds: refunds,
            time: link.process,
            stripeTimeout: settings.rules.stripeTimeout,
            instance: names.next(),
            jitter: jitter
        )
    }

    private func limiting(through link: Link) -> AttemptLimiting? {
        rateLimit.map { address in
            AttemptLimiting(
                limits: AttemptLimits(address: address),
                counters: MemoryRateCounters(database, through: link),
                keyedHash: Shop.hash
            )
        }
    }

    private func fulfilling(through link: Link) -> FulfillmentService? {
        shop.map { shop in
            FulfillmentService(
                store: MemoryFulfillmentStore(database, through: link),
                shop: SimulatedShop(shop, through: link),
                time: link.process,
                jitter: jitter
            )
        }
    }

    /// Begins an instance and gets its first lease, however long that takes.
    @discardableResult
    public func start() async -> Instance {
        let instance = begin()
        while !instance.link.isCut, !isOver {
            do throws(StoreFailure) {
                try await instance.service.start()
                await instance.fulfilling?.start()
                if looksAfterRefunds { await instance.refunds.start() }
                await instance.events?.start()
                return instance
            } catch {
                await time.sleep(.seconds(1))
            }
        }
        return instance
    }

    /// What is dead does nothing any more; without this it would go on looking for work in vain.
    private func end(_ instance: Instance) {
        Task(executorPreference: instance.link.process) {
            await instance.service.stop(within: .zero)
            await instance.fulfilling?.stop()
            await instance.refunds.stop()
            await instance.events?.stop()
        }
    }

    private func comeBack() {
        guard let restartDelay else { return }
        time.call(after: restartDelay) { [self] in
            guard !isOver else { return }
            Task(executorPreference: self.time) { await self.start() }
        }
    }

    /// Runs `body` on a started service, then lets every instance come to its end.
    ///
    /// - Throws: what `body` throws, or `SimulationStuck`.
    public func play<Value: Sendable>(
        instances count: Int = 1,
        _ body: @escaping @Sendable (World) async throws -> Value
    ) throws -> Value {
        let value = try time.run { [self] in
            while instances.count < count { await start() }
            return try await body(self)
        }
        try time.run { [self] in
            isOver = true
            for instance in instances {
                await instance.service.stop(within: .zero)
                await instance.fulfilling?.stop()
                await instance.refunds.stop()
                await instance.events?.stop()
            }
        }
        try time.finish()
        // Each holds its instance, which holds the link: a million payments are 160,000 instances.
        for instance in instances { instance.link.onCrash = {} }
        return value
    }
}
