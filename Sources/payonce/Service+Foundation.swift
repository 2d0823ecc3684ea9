import API
import EventLoop
import HTTPClient
import PaymentStore
import Payments
import Postgres
import Stripe
import Telemetry

extension Service.Foundation {
    /// How long the start waits for the database.
    private static let startDeadline: Duration = .seconds(10)

    /// Connects, and checks that database, account and mode belong together.
    static func start(
        _ settings: Settings,
        on loop: Loop,
        logger: Logger,
        asking patience: Patience = .payment,
        counting metrics: ServiceMetrics = ServiceMetrics()
    ) async throws(Failure) -> Self {
        let database = try await connect(
            settings.databaseURL,
            on: loop,
            asking: patience,
            meter: metrics.database
        )
        do throws(Failure) {
            try await checkSchema(database)
            try await checkInstallation(database, settings.stripe)
            let client = Client(loop: loop, configuration: clientConfiguration(settings.stripe))
            let processor = try processor(settings, client, loop, metrics.stripe)
            try await checkAccount(processor, settings, logger)
            let fulfillments = SQLFulfillmentStore(database: database)
            return Self(
                loop: loop,
                database: database,
                client: client,
                processor: processor,
                repository: SQLPaymentRepository(
                    database: database,
                    deliveryHold: settings.shop == nil ? .zero : DeliveryRules.hold
                ),
                fulfillments: fulfillments,
                shop: settings.shop.map { ShopLine($0, fulfillments, on: loop) },
                prices: PriceTable(database: database),
                logger: logger,
                metrics: metrics
            )
        } catch {
            await database.close()
            throw error
        }
    }

    func stop() async {
        await shop?.stop()
        await client.close()
        await database.close()
    }

    /// How long the database may take for one statement.
    enum Patience {
        /// A customer waits.
        case payment
        /// A page of an audit or a list of months.
        case audit
        /// Somebody watches, on a connection of its own: payments never wait behind it.
        case watching
    }

    /// A database that answers.
    static func connect(
        _ url: String,
        on loop: Loop,
        asking patience: Patience = .payment,
        meter: (any DatabaseMeter)? = nil
    ) async throws(Failure) -> Database {
        var configuration = DatabaseConfiguration(url: DatabaseURL(url))
        configuration.meter = meter
        switch patience {
        case .payment: break
        case .audit:
            configuration.statementTimeout = .seconds(300)
            configuration.answerTimeout = .seconds(330)
        case .watching:
            configuration.connections = 1
            configuration.deadline = .seconds(1)
            configuration.statementTimeout = .seconds(2)
            configuration.answerTimeout = .seconds(3)
        }
        let database = Database(loop: loop, configuration: configuration)
        do throws(DatabaseError) {
            try await database.start()
            _ = try await database.query("SELECT 1", deadline: startDeadline)
            return database
        } catch {
            await database.close()
            throw Failure("PostgreSQL does not answer: \(error). Is DATABASE_URL right?")
        }
    }

    // MARK: Checks

    static func checkSchema(_ database: Database) async throws(Failure) {
        let status: MigrationStatus
        do throws(MigrationFailure) {
            status = try await Migrator(database: database, migrations: Landed.migrations).check()
        } catch {
            throw Failure("The database's schema cannot be read: \(error).")
        }
        guard status.isUsable else {
            throw Failure(
                "The database lacks \(status.missing.joined(separator: ", ")). "
                    + "Run: payonce migrate"
            )
        }
    }

    private static func checkInstallation(
        _ database: Database,
        _ stripe: StripeSettings
    ) async throws(Failure) {
        let asked = Installation(account: stripe.account, mode: stripe.mode.rawValue)
        let owner: Installation
        do throws(StoreFailure) {
            owner = try await asked.claim(database)
        } catch {
            throw Failure("The database does not take writes: \(error).")
        }
        guard owner == asked else {
            throw Failure(
                "This database belongs to the Stripe account \(owner.account) "
                    + "(\(owner.mode) mode), the keys to \(asked.account) (\(asked.mode) mode). "
                    + "Use another database for them."
            )
        }
    }

    /// A key that Stripe refuses stops the start; a Stripe that is away does not.
    private static func checkAccount(
        _ processor: StripeProcessor,
        _ settings: Settings,
        _ logger: Logger
    ) async throws(Failure) {
        switch await processor.checkAccount(deadline: Loop.now + startDeadline) {
        case .works(isLive: settings.stripe.isLive, _): return
        case .works: throw Failure("STRIPE_SECRET_KEY is not of the mode that its name says.")
        case .keyRefused:
            throw Failure(
                "Stripe refuses STRIPE_SECRET_KEY. Take the current one from the dashboard."
            )
        case .keyLacksPermission:
            throw Failure("STRIPE_SECRET_KEY is restricted. Allow it to write PaymentIntents.")
        case .unexpected(let status):
            throw Failure("\(settings.stripe.apiBase) answers \(status). Is STRIPE_API_BASE right?")
        case .unavailable:
            logger.warning("stripe is not reachable", ["base": .string(settings.stripe.apiBase)])
        }
    }

    // MARK: Stripe

    private static func clientConfiguration(_ stripe: StripeSettings) -> ClientConfiguration {
        var configuration = ClientConfiguration()
        configuration.caFile = stripe.caFile
        configuration.userAgent = "PayOnce"
        return configuration
    }

    private static func processor(
        _ settings: Settings,
        _ client: Client,
        _ loop: Loop,
        _ metrics: StripeMetrics
    ) throws(Failure) -> StripeProcessor {
        let stripe = settings.stripe
        guard let key = StripeSecretKey(stripe.secretKey) else {
            throw Failure("STRIPE_SECRET_KEY is not a key of Stripe's.")
        }
        guard let base = APIBase(stripe.apiBase),
            var configuration = StripeConfiguration(secretKey: key, base: base)
        else { throw Failure("STRIPE_API_BASE must be like https://api.stripe.com.") }
        configuration.apiVersion = stripe.apiVersion
        configuration.suffix = stripe.descriptorSuffix.flatMap(StatementDescriptorSuffix.init)
        configuration.callTimeout = settings.stripeTimeout
        configuration.limits = LimitSettings(ratePerSecond: stripe.rate)
        configuration.limits.maxInFlight = settings.mostInFlight
        return StripeProcessor(
            configuration,
            transport: client,
            clock: loop,
            random: { Double.random(in: 0..<1) },
            observe: metrics.count
        )
    }
}
