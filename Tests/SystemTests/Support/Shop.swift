import Glibc
import JSON
import Synchronization
import TestKit
import Testing

/// One installation, all its own: a database, a Stripe, and one instance of the service or two,
/// each a process.
final class Shop: Sendable {
    let database: ServiceDatabase
    private let settings: [String: String]
    private let simulator: Mutex<SimulatorProcess>
    private let instances = Mutex<[ServiceProcess]>([])
    private let told = Mutex<[Told]>([])

    /// Runs `body` in a shop, with further variables in the service's environment, and looks
    /// afterwards at whether everything in it is right. `first` are variables of the first instance
    /// alone, for as long as it lives. `server` is a PostgreSQL that the test may stop; the shared
    /// one where none is given.
    static func open(
        _ settings: [String: String] = [:],
        first: [String: String] = [:],
        server: PostgresServer? = nil,
        _ body: @Sendable (Shop) async throws -> Void
    ) async throws {
        for _ in 1..<mostLives {
            do {
                return try await openOnce(settings, first: first, server: server, body)
            } catch let missed as Checkpoint.Missed {
                print("once more: \(missed)")
            }
        }
        try await openOnce(settings, first: first, server: server, body)
    }

    /// How often a shop is opened for a service that is to die at a checkpoint.
    private static let mostLives = 3

    private static func openOnce(
        _ settings: [String: String],
        first: [String: String],
        server: PostgresServer?,
        _ body: @Sendable (Shop) async throws -> Void
    ) async throws {
        await Turnstile.shops.enter()
        defer { Turnstile.shops.leave() }
        let database =
            if let server {
                try await ServiceDatabase.fresh(on: server)
            } else {
                try await ServiceDatabase.fresh()
            }
        let stripe = try await SimulatorProcess.start()
        let shop = Shop(database: database, stripe: stripe, settings: settings)
        try await shop.addInstance(first)
        do {
            try await body(shop)
        } catch let missed as Checkpoint.Missed {
            throw missed
        } catch {
            shop.tellStory(of: error)
            throw error
        }
        try await Invariants(shop).check()
    }

    private init(
        database: ServiceDatabase,
        stripe: SimulatorProcess,
        settings: [String: String]
    ) {
        self.database = database
        simulator = Mutex(stripe)
        self.settings = settings
    }

    // MARK: Stripe

    var stripe: SimulatorProcess { simulator.withLock(\.self) }

    /// Takes Stripe off its address and lets connections get stuck there: what was claimed cannot
    /// be sent.
    func closeStripe() async throws -> HttpStuckPort {
        let old = stripe
        old.child.signal(SIGKILL)
        try await old.child.exit()
        return try HttpStuckPort(old.port)
    }

    /// Puts a new Stripe, which knows nothing of the old one, at its address.
    func openStripe(_ stuck: HttpStuckPort) async throws {
        let port = stripe.port
        stuck.open()
        let new = try await SimulatorProcess.start(port: port)
        simulator.withLock { $0 = new }
    }

    // MARK: Instances

    /// The first instance, or the one that took its place.
    var service: ServiceProcess { instances.withLock { $0[0] } }
    /// The second instance.
    var second: ServiceProcess { instances.withLock { $0[1] } }
    var all: [ServiceProcess] { instances.withLock { $0 } }

    func addInstance(_ more: [String: String] = [:]) async throws {
        let instance = try await start(port: nil, more)
        instances.withLock { $0.append(instance) }
    }

    /// Kills an instance as a power cut does.
    func crash(_ number: Int = 0) async throws {
        try await instances.withLock { $0[number] }.crash()
    }

    /// Starts another process in the place of a dead one, at the same address.
    func restart(_ number: Int = 0, _ more: [String: String] = [:]) async throws {
        let old = instances.withLock { $0[number] }
        let new = try await start(port: old.port, more)
        instances.withLock { $0[number] = new }
    }

    private func start(
        port: UInt16?,
        _ more: [String: String] = [:]
    ) async throws -> ServiceProcess {
        try await ServiceProcess.start(
            database: database.url,
            stripe: stripe.port,
            settings: settings + more,
            port: port
        )
    }

    // MARK: What customers do

    /// Sends a request; what it is told is held against the bank's book in the end.
    func send(_ call: HttpCall, to instance: ServiceProcess? = nil) async throws -> Told {
        let told = try Told(await (instance ?? service).send(call))
        self.told.withLock { $0.append(told) }
        return told
    }

    /// Pays. What there is of the other fields goes into the body.
    func pay(
        _ method: String,
        key: String? = nil,
        _ more: JSONObject = [:],
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        try await send(.pay(method, key: key, more), to: instance)
    }

    /// The second call, after the challenge.
    func confirm(_ intent: String, at instance: ServiceProcess? = nil) async throws -> Told {
        try await send(.confirm(intent), to: instance)
    }

    /// Repeats a request for as long as its answer says "not yet", as a patient customer does.
    func payUntilKnown(
        _ method: String,
        key: String? = nil,
        _ more: JSONObject = [:],
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        try await untilKnown { try await pay(method, key: key, more, at: instance) }
    }

    func confirmUntilKnown(_ intent: String) async throws -> Told {
        try await untilKnown { try await confirm(intent) }
    }

    private func untilKnown(_ ask: () async throws -> Told) async throws -> Told {
        var last: Told?
        let known = try await eventually(every: .milliseconds(100)) { () async throws -> Told? in
            let told = try await ask()
            last = told
            return told.isOpen || told.isUnavailable ? nil : told
        }
        return try #require(known, "still \(last?.answer.text ?? "nothing") after a minute")
    }

    /// Everything that was told so far.
    var allTold: [Told] { told.withLock { $0 } }

    // MARK: What is so

    /// Waits until no payment is under way. Challenges may wait for their customers, and what an
    /// app has open for the app.
    func settle() async throws {
        var left = ""
        let isSettled = try await eventually(every: .milliseconds(100)) { () -> Bool? in
            left = try await database.sql(
                """
                SELECT id || ' ' || state FROM payments WHERE state NOT IN
                ('succeeded', 'declined', 'expired', 'canceled', 'requires_action', 'open',
                'requires_customer')
                """
            )
            return left.isEmpty ? true : nil
        }
        #expect(isSettled == true, "unresolved after a minute: \(left)")
    }

    /// The creates that Stripe executed.
    func executedCreates() async throws -> Int {
        try await stripe.requests().count { $0.isCreate && $0.outcome == "executed" }
    }

    /// Keys under which something was created or was to be.
    func createKeys() async throws -> Set<String> {
        Set(try await stripe.requests().filter(\.isCreate).compactMap(\.key))
    }

    private func tellStory(of error: any Error) {
        let logs = all.map { "\n--- service\n" + $0.child.output.suffix(4000) }.joined()
        Issue.record("\(error)\(logs)")
    }
}

extension HttpCall {
    static func pay(_ method: String, key: String? = nil, _ more: JSONObject = [:]) -> HttpCall {
        var body: JSONObject = ["paymentMethodId": .string(method)]
        for (name, value) in more { body[name] = value }
        var call = HttpCall("POST", "/pay", json: .object(body))
        if let key { call.fields.append(("Idempotency-Key", key)) }
        return call
    }

    static func confirm(_ intent: String) -> HttpCall {
        HttpCall("POST", "/pay", json: ["paymentIntentId": .string(intent)])
    }
}
