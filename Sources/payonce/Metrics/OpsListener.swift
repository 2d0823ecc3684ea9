import API
import Crypto
import EventLoop
import HTTPServer
import PaymentStore
import Postgres
import Stripe
import Telemetry

/// The address for those who watch over the service, on the first of its loops.
struct OpsListener {
    private let server: Server
    /// Its own connection: payments never wait behind what is read for a page.
    private let database: Database

    var address: ServerAddress { server.address }

    /// - Throws: `Failure` with what to do where the address cannot be had.
    static func start(
        _ settings: Settings,
        _ services: [Service],
        _ metrics: ServiceMetrics
    ) async throws(Failure) -> OpsListener {
        let loop = services[0].foundation.loop
        return try await Task(executorPreference: loop) {
            await result { () async throws(Failure) in
                let database = try await Service.Foundation.connect(
                    settings.databaseURL,
                    on: loop,
                    asking: .watching
                )
                let scrape = Scrape(
                    services: services,
                    metrics: metrics,
                    standing: StandingReader(database: database)
                )
                let router = OpsRouter(
                    needsKey: !settings.opsListen.isLoopback,
                    surroundings: services[0].opsSurroundings,
                    console: console(settings, services, database),
                    page: { await scrape.page() }
                )
                return OpsListener(
                    server: try await listen(settings.opsListen, loop, router),
                    database: database
                )
            }
        }.value.get()
    }

    private static func console(
        _ settings: Settings,
        _ services: [Service],
        _ database: Database
    ) -> OpsConsole {
        let first = services[0]
        return OpsConsole(
            book: SQLOpsBook(database: database),
            decisions: FindingTable(database: database),
            resolving: first.payments,
            audits: ConsoleAudits(
                settings: settings,
                loop: first.foundation.loop,
                processor: first.foundation.processor
            ),
            stripe: { await standing(of: services) },
            hash: { SHA256.hash($0) },
            isSecure: !settings.opsListen.isLoopback
        )
    }

    private static func standing(of services: [Service]) async -> StripeStanding {
        var loads: [StripeLoad] = []
        for service in services { loads.append(await service.foundation.processor.load()) }
        let tokens = loads.compactMap(\.tokens)
        return StripeStanding(
            inFlight: loads.map(\.inFlight).reduce(0, +),
            waiting: loads.map(\.waiting).reduce(0, +),
            isBreakerOpen: loads.contains { $0.isBreakerOpen },
            slowdown: loads.map(\.slowdownFactor).max() ?? 1,
            tokens: tokens.isEmpty ? nil : tokens.reduce(0, +)
        )
    }

    /// The last to stop: until then the numbers show how the rest stops.
    func stop() async {
        await server.close()
        await database.close()
    }

    private static func listen(
        _ address: ListenAddress,
        _ loop: Loop,
        _ router: OpsRouter
    ) async throws(Failure) -> Server {
        do throws(SystemError) {
            return try await Server.listen(
                on: ServerAddress(host: address.host, port: address.port),
                loop: loop,
                refusal: { router.answer($0) },
                handler: { await router.answer($0) }
            )
        } catch {
            throw Failure(
                "\(address) cannot be listened on: \(error). "
                    + "Set PAYONCE_OPS_LISTEN to another address."
            )
        }
    }
}
