public import API
import Audit
import Crypto
import EventLoop
import HTTPClient
import HTTPServer
import PaymentStore
public import Payments
import Postgres
import Stripe
import Telemetry

/// The service on one loop: everything from the socket of the client to the row, wired.
struct Service {
    let server: Server
    let payments: PaymentService
    let refunds: RefundService
    let events: EventService
    let sealer: Sealer
    let reconciler: Reconciler
    let foundation: Foundation

    /// What the payments stand on; commands that serve nobody need only this.
    struct Foundation {
        let loop: Loop
        let database: Database
        let client: Client
        let processor: StripeProcessor
        let repository: SQLPaymentRepository
        let fulfillments: SQLFulfillmentStore
        /// `nil`: the shop is told nothing.
        let shop: ShopLine?
        let prices: PriceTable
        let logger: Logger
        let metrics: ServiceMetrics
    }

    /// How long requests under way may take to end after the signal to stop. Longer than the answer
    /// timeout, so that each is answered.
    private static let patience: Duration = .seconds(30)

    /// Starts the service on `loop`.
    ///
    /// - Throws: `Failure` with what to do, where the database, the account or the address is not
    ///   as it has to be.
    static func start(
        _ settings: Settings,
        on loop: Loop,
        logger: Logger,
        counting metrics: ServiceMetrics,
        sharesPort: Bool = false,
        page: Page = Page()
    ) async throws(Failure) -> Service {
        let foundation = try await Foundation.start(
            settings,
            on: loop,
            logger: logger,
            counting: metrics
        )
        do throws(Failure) {
            let refunds = try refunds(settings, foundation)
            let payments = try await startPayments(settings, foundation, refunding: refunds)
            let events = events(settings, foundation, payments, refunds)
            let router = try router(settings, foundation, payments, refunds, page)
            let server = try await listen(settings, foundation, router, sharesPort)
            let service = Service(
                server: server,
                payments: payments,
                refunds: refunds,
                events: events,
                sealer: sealer(foundation),
                reconciler: reconciler(settings, foundation, payments),
                foundation: foundation
            )
            service.watchPrices()
            await foundation.shop?.service.start()
            await refunds.start()
            await events.start()
            await service.sealer.start()
            await service.reconciler.start()
            return service
        } catch {
            await foundation.stop()
            throw error
        }
    }

    /// The payments without a server, for the commands that work on them.
    static func startPayments(
        _ settings: Settings,
        _ foundation: Foundation,
        refunding: RefundService? = nil
    ) async throws(Failure) -> PaymentService {
        let ports = try Ports(foundation)
        let wallet = Wallet(
            directory: ports.directory,
            vault: ports.vault,
            time: foundation.loop,
            account: settings.stripe.account,
            hash: { SHA256.hash($0) }
        )
        let payments = PaymentService(
            repository: ports.repository,
            processor: ports.processor,
            wallet: wallet,
            time: foundation.loop,
            settings: paymentSettings(settings),
            catalogue: try await catalogue(foundation.prices),
            hash: { SHA256.hash($0) },
            jitter: { Int.random(in: 0..<1024) },
            newInstance: newInstance,
            shop: foundation.shop?.service,
            refunding: refunding,
            limiting: limiting(settings, foundation)
        )
        do throws(StoreFailure) {
            try await payments.start()
        } catch {
            throw Failure("The database does not take writes: \(error).")
        }
        return payments
    }

    /// Refuses new payments, lets those under way end and be answered, then stops. Who comes while
    /// this goes on is still answered.
    func stop() async {
        await events.stop()
        await reconciler.stop()
        await payments.stop(within: Service.patience)
        await refunds.stop()
        await sealer.stop()
        await server.drain(within: Service.patience)
        await foundation.stop()
    }

    // MARK: Parts

    static func refunds(
        _ settings: Settings,
        _ foundation: Foundation
    ) throws(Failure) -> RefundService {
        let ports = try Ports(foundation)
        return RefundService(
            repository: ports.refundRepository,
            processor: ports.refundProcessor,
            time: foundation.loop,
            hash: { SHA256.hash($0) },
            rules: paymentSettings(settings).rules,
            instance: newInstance(),
            jitter: { Int.random(in: 0..<1024) }
        )
    }

    private static func events(
        _ settings: Settings,
        _ foundation: Foundation,
        _ payments: PaymentService,
        _ refunds: RefundService
    ) -> EventService {
        EventService(
            feed: foundation.processor,
            repository: SQLEventRepository(database: foundation.database),
            payments: payments,
            refunds: refunds,
            time: foundation.loop,
            stripeTimeout: settings.stripeTimeout,
            instance: newInstance(),
            jitter: { Int.random(in: 0..<1024) }
        )
    }

    /// The key of the digests follows from Stripe's, which all instances have and the database has
    /// not. Where that is changed the counts begin anew, once.
    private static func limiting(
        _ settings: Settings,
        _ foundation: Foundation
    ) -> AttemptLimiting? {
        settings.rateLimit.map { address in
            let key = HMAC.sha256(
                key: Array(settings.stripe.secretKey.utf8),
                message: Array("payonce rate counters".utf8)
            )
            return AttemptLimiting(
                limits: AttemptLimits(address: address),
                counters: SQLRateCounters(database: foundation.database),
                keyedHash: { Array(HMAC.sha256(key: key, message: $0).prefix(16)) }
            )
        }
    }

    /// A seal in the log is out of the reach of whoever can change the database.
    private static func sealer(_ foundation: Foundation) -> Sealer {
        let logger = foundation.logger
        let seals = foundation.metrics.seals
        return Sealer(book: SQLSealBook(database: foundation.database), time: foundation.loop) {
            seals.increment()
            logger.notice(
                "sealed",
                [
                    "seal": .int($0.number),
                    "until": .string(
                        UTCTime(since1970: .microseconds($0.window.until)).description
                    ),
                    "events": .int($0.events),
                    "hash": .string(Hex.encode($0.hash)),
                ]
            )
        }
    }

    private static func reconciler(
        _ settings: Settings,
        _ foundation: Foundation,
        _ payments: PaymentService
    ) -> Reconciler {
        let (database, repairs) = (foundation.database, foundation.metrics.repairs)
        return Reconciler(
            book: SQLAuditBook(database: database),
            turns: SQLReconcilerTurns(database: database),
            seals: SQLSealBook(database: database),
            ledger: SQLAuditLedger(database: database) { "audit_" + Hex.encode(randomBytes(12)) },
            stripe: foundation.processor,
            repairing: ReconcilerRepairs(payments: payments, patience: settings.stripeTimeout),
            isLive: settings.stripe.isLive,
            time: foundation.loop,
            hash: { SHA256.hash($0) },
            repaired: { repairs.count($0) }
        )
    }

    private static func newInstance() -> InstanceID {
        InstanceID("i-" + Hex.encode(randomBytes(12)))
    }

    private static func router(
        _ settings: Settings,
        _ foundation: Foundation,
        _ payments: PaymentService,
        _ refunds: RefundService,
        _ page: Page
    ) throws(Failure) -> Router {
        Router(
            useCases: payments,
            wallet: payments.wallet,
            sheets: Sheets(
                wallet: payments.wallet,
                keys: try Ports(foundation).sheetKeys,
                newName: { Hex.encode(randomBytes(16)) }
            ),
            refunds: refunds,
            fulfillments: foundation.fulfillments,
            settings: try routerSettings(settings),
            surroundings: surroundings(foundation, payments, page)
        )
    }

    private static func listen(
        _ settings: Settings,
        _ foundation: Foundation,
        _ router: Router,
        _ sharesPort: Bool
    ) async throws(Failure) -> Server {
        let address = ServerAddress(host: settings.listen.host, port: settings.listen.port)
        do throws(SystemError) {
            return try await Server.listen(
                on: address,
                loop: foundation.loop,
                reusesPort: sharesPort,
                refusal: { router.answer($0) },
                handler: { await router.answer($0) }
            )
        } catch {
            throw Failure(
                "\(settings.listen) cannot be listened on: \(error). "
                    + "Set PAYONCE_LISTEN (or --listen) to another address."
            )
        }
    }

    private static func paymentSettings(_ settings: Settings) -> PaymentSettings {
        var payment = PaymentSettings(
            account: settings.stripe.account,
            isLive: settings.stripe.isLive
        )
        payment.rules.resendLimit = settings.resendLimit
        payment.rules.stripeTimeout = settings.stripeTimeout
        payment.isCVCRequired = settings.isCVCRequired
        payment.cvcMismatch = settings.cvcMismatch
        payment.duplicateWindow = settings.duplicateWindow
        payment.leaseDuration = settings.lease
        return payment
    }

    private static func routerSettings(_ settings: Settings) throws(Failure) -> RouterSettings {
        guard let cart = Cart(settings.defaultItems.map { ($0, 1) }) else {
            throw Failure("PAYONCE_DEFAULT_ITEMS is no cart.")
        }
        var router = RouterSettings(
            publishableKey: settings.stripe.publishableKey,
            mode: settings.stripe.mode,
            defaults: PurchaseDefaults(cart: cart, currency: settings.defaultCurrency)
        )
        router.answerTimeout = settings.answerTimeout
        router.mostInFlight = settings.mostInFlight
        router.isCVCRequired = settings.isCVCRequired
        router.showsCustomerAccounts = settings.showsCustomerAccounts
        router.trustedProxies = settings.trustedProxies
        router.corsOrigins = settings.corsOrigins
        router.stripeStandIn = settings.stripe.standIn
        router.customerTokens = settings.customerTokens
        return router
    }

    private static func surroundings(
        _ foundation: Foundation,
        _ payments: PaymentService,
        _ page: Page
    ) -> Surroundings {
        let logger = foundation.logger
        let requests = foundation.metrics.requests
        return Surroundings(
            now: { Loop.now },
            wallClock: { UTCTime.now().since1970 },
            apiKeys: StoredAPIKeys(table: APIKeyTable(database: foundation.database)),
            newRequestID: { "req_" + Hex.encode(randomBytes(12)) },
            readiness: { await readiness(foundation, payments) },
            staticFile: { await page.file(at: $0, foundation.prices) },
            log: {
                requests.count($0)
                $0.write(to: logger)
            }
        )
    }

    /// What the address for watchers needs of the world. It is asked all the time, and what it
    /// answers is neither counted nor worth a line.
    var opsSurroundings: Surroundings {
        var surroundings = Service.surroundings(foundation, payments, Page())
        surroundings.log = { _ in }
        return surroundings
    }

    private static func readiness(
        _ foundation: Foundation,
        _ payments: PaymentService
    ) async -> Readiness {
        let load = await foundation.processor.load()
        return Readiness(
            isDatabaseWritable: await foundation.database.isWritable(),
            // Checked at the start, and a schema does not go back.
            isSchemaRight: true,
            isDraining: await payments.isStopping,
            stripe: load.isBreakerOpen ? "unavailable" : "available"
        )
    }

    // MARK: Prices

    /// How long a price that was imported may go unnoticed; the contract says ten seconds.
    private static let priceInterval: Duration = .seconds(5)

    private static func catalogue(_ prices: PriceTable) async throws(Failure) -> Catalogue {
        do throws(StoreFailure) {
            return try await prices.catalogue()
        } catch {
            throw Failure("The prices cannot be read: \(error).")
        }
    }

    private func watchPrices() {
        let prices = foundation.prices
        Task(executorPreference: foundation.loop) { [payments, loop = foundation.loop] in
            var known: Int64?
            while await !payments.isStopping {
                do throws(StoreFailure) {
                    let version = try await prices.version()
                    if version != known {
                        await payments.sell(try await prices.catalogue())
                        known = version
                    }
                } catch {
                    // The database is away; the prices that are known still hold.
                }
                await loop.rest(for: Service.priceInterval)
            }
        }
    }
}

extension PaymentService: PaymentUseCases {}
extension PaymentService: OrderUseCases {}
extension Wallet: WalletUseCases {}
extension Sheets: SheetUseCases {}
extension RefundService: RefundUseCases {}

extension Loop {
    /// Waits; a canceled task returns at once.
    func rest(for duration: Duration) async {
        do {
            try await sleep(for: duration)
        } catch {
            // Canceled: whoever called looks at why it waits.
        }
    }
}
