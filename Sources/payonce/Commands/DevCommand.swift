import EventLoop
import Foundation
import Payments
import Postgres
import StripeSimulator

/// `payonce dev`: PostgreSQL, simulator and service on one machine, with one command.
enum DevCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--listen"], bare: ["--stripe"])
        try arguments.expectNoMore()
        let isStripe = arguments.has("--stripe")
        if isStripe { try checkTestKeys() }
        try Folder.make(Environment.home)
        let postgres = try PrivatePostgres(
            home: Environment.home,
            database: isStripe ? "payonce_stripe" : "payonce"
        )
        Console.say("Starting a private PostgreSQL …")
        try postgres.start()
        let done = await result { () async throws(Failure) in
            try await serve(arguments, postgres, isStripe: isStripe)
        }
        postgres.stop()
        try done.get()
        return 0
    }

    private static func serve(
        _ arguments: Arguments,
        _ postgres: PrivatePostgres,
        isStripe: Bool
    ) async throws(Failure) {
        try await prepare(postgres.url)
        let simulator = isStripe ? nil : try await startSimulator()
        var values = ["DATABASE_URL": postgres.url]
        if !isStripe { values.merge(simulatorKeys) { mine, _ in mine } }
        values.merge(ServeCommand.listening(arguments)) { mine, _ in mine }
        values[DevAccess.secretName] = try DevAccess.tokenSecret()
        let settings = try reader(values).settings()
        let access = try await Work.withDatabase(at: postgres.url) { database throws(Failure) in
            try await DevAccess(settings, database, kind: isStripe ? "stripe-" : "")
        }
        try leave(values)
        try await ServeCommand.serve(settings, loops: 1, page: DevPage.page(settings)) { _ in
            Console.say(greeting(settings, access, isStripe: isStripe))
        }
        await simulator?.close()
        Folder.remove(Environment.file)
    }

    // MARK: Parts

    /// Migrations, and prices where there are none.
    private static func prepare(_ url: String) async throws(Failure) {
        try await Work.withDatabase(at: url) { database throws(Failure) in
            _ = try await MigrateCommand.apply(database)
            if try await !CatalogCommand.hasPrices(database) {
                try await CatalogCommand.put(
                    try PriceList.parse(PriceList.sample),
                    into: database,
                    replacing: false
                )
            }
        }
    }

    private static func startSimulator() async throws(Failure) -> Simulator {
        guard let listen = ListenAddress(SimulatorCommand.address) else {
            preconditionFailure("the simulator's own address")
        }
        return try await Work.onLoop { loop throws(Failure) in
            let state = Environment.home.appendingPathComponent("simulator")
            return try await SimulatorCommand.start(on: listen, loop: loop, state: state)
        }
    }

    private static let simulatorKeys = [
        "STRIPE_API_BASE": "http://\(SimulatorCommand.address)",
        "STRIPE_SECRET_KEY": "sk_test_simulator",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_simulator",
    ]

    private static func reader(_ values: [String: String]) -> SettingsReader {
        // What the shell says about Stripe is for `--stripe` only: nothing else may reach it.
        var environment = ProcessInfo.processInfo.environment
        environment.merge(values) { _, mine in mine }
        return SettingsReader(environment) { Folder.text(of: URL(fileURLWithPath: $0)) }
    }

    private static func checkTestKeys() throws(Failure) {
        for name in ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] {
            let key = ProcessInfo.processInfo.environment[name] ?? ""
            guard key.contains("_test_") else {
                throw Failure(
                    "--stripe needs \(name), a test key: dashboard.stripe.com/test/apikeys."
                )
            }
        }
    }

    /// For the other commands; keys of a real account stay in the shell that has them.
    private static func leave(_ values: [String: String]) throws(Failure) {
        let lines = values.filter {
            !$0.key.hasPrefix("STRIPE_") || $0.value.contains("simulator")
                || $0.key == "STRIPE_API_BASE"
        }
        .map { "\($0.key)=\($0.value)" }.sorted()
        try Folder.write(lines.joined(separator: "\n") + "\n", to: Environment.file)
    }

    private static func greeting(
        _ settings: Settings,
        _ access: DevAccess,
        isStripe: Bool
    ) -> String {
        let body =
            #"{"paymentMethodId":"pm_card_visa","items":[{"id":"photo_subscription"}],"#
            + #""currency":"usd"}"#
        let stripe =
            isStripe
            ? "Stripe itself, in test mode" : "a simulator on http://\(SimulatorCommand.address)"
        return """

            The service   http://\(settings.listen)
            A page        http://\(settings.listen)/ to pay in a browser
            The console   http://\(settings.opsListen)/ops/ for the ops key
            Stripe        \(stripe)
            PostgreSQL    \(settings.databaseURL)
            Merchant key  \(access.merchantKey)
            Ops key       \(access.opsKey)
            The customer "\(DevAccess.customer)", for a day:
              \(access.customerToken)

            Pay:
              curl -s http://\(settings.listen)/pay -H 'Content-Type: application/json' \\
                -d '\(body)'

            Ctrl-C stops all of it; the data stays in .payonce/.
            """
    }
}
