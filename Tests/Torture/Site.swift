import Foundation
import TestKit

/// All that runs: PostgreSQL, Stripe's simulator, and three services on one database.
struct Site: Sendable {
    let server: PostgresServer
    let database: ServiceDatabase
    let stripe: SimulatorProcess
    let fleet: Fleet
    let shop: ShopServer
    let merchant: Merchant
    let seed: UInt64
    /// Where the evidence goes.
    let folder: String
    let leaseSeconds: Int

    private static let services = 3
    /// Short, so that a payment whose service died is looked after soon; the rest follows from it.
    private static let leaseSeconds = 3

    static func open(_ options: Options) async throws -> Site {
        let folder = "/tmp/payonce-torture-\(options.seed)-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        // As it comes, with fsync on: what was committed outlives a kill.
        let server = try await blocking { try PostgresServer.start() }
        let database = try await ServiceDatabase.fresh(on: server)
        try await ServiceProgram.importPrices(
            Purchase.prices,
            replacing: true,
            database: database.url
        )
        let stripe = try await SimulatorProcess.start()
        let shop = try await ShopServer.start(seed: options.seed)
        let common = settings().merging(shop.settings) { given, _ in given }
        let fleet = try await Fleet.start(
            (0..<services).map { common.merging(Site.own($0)) { given, _ in given } },
            database: database.url,
            stripe: stripe.port,
            log: ServiceLog(path: folder + "/services.log")
        )
        return Site(
            server: server,
            database: database,
            stripe: stripe,
            fleet: fleet,
            shop: shop,
            merchant: try await Merchant.open(database, fleet.ports),
            seed: options.seed,
            folder: folder,
            leaseSeconds: leaseSeconds
        )
    }

    /// Ends everything. Kept are the database's folder, the services' output, what the customers
    /// were told, Stripe's book and its log.
    func close(keeping isKept: Bool, _ record: CampaignRecord, _ verdict: Verdict) async {
        await fleet.stop()
        await shop.stop()
        do {
            guard isKept else {
                try FileManager.default.removeItem(atPath: folder)
                return
            }
            try await Evidence(record, verdict, self).write()
            server.keep()
            try await blocking { [server] in try server.stop() }
            say("kept: \(folder), and the database in \(server.socketDirectory)/data")
        } catch {
            complain("The evidence could not be kept: \(error)")
        }
    }

    /// The last service charges with a wrong security code what the others refuse, as while the shop
    /// changes its mind and only some are started anew.
    private static func own(_ place: Int) -> [String: String] {
        place == services - 1 ? ["PAYONCE_CVC_MISMATCH": "accept"] : [:]
    }

    /// Times that are shorter than in a real installation, so that more goes wrong in a minute. The
    /// environment has the last word.
    private static func settings() -> [String: String] {
        var settings = [
            "PAYONCE_LEASE": "\(leaseSeconds)s",
            "PAYONCE_STRIPE_TIMEOUT": "10s",
            "PAYONCE_ANSWER_TIMEOUT": "8s",
            // The purchases are told apart by their carts, and may last longer than five minutes.
            "PAYONCE_DUPLICATE_WINDOW": "24h",
            "PAYONCE_LOG_LEVEL": "notice",
            "PAYONCE_CUSTOMER_TOKEN_SECRET": SignedIn.secret,
        ]
        for (name, value) in ProcessInfo.processInfo.environment
        where name.hasPrefix("PAYONCE_") && !name.hasPrefix("PAYONCE_TEST_") {
            settings[name] = value
        }
        return settings
    }
}
