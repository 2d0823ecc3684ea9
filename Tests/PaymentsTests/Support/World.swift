import Money
import Payments
import TestKit

/// A service over a database and a Stripe in memory, in simulated time. The service can die and come
/// back; the rest of the world stays.
final class World: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    let time: SimulatedTime
    let database: MemoryDatabase
    let stripe: MemoryStripe
    let steps = ScriptedSteps()
    private(set) var runs: [Run] = []
    /// Nobody comes back any more.
    private var isOver = false
    var settings: PaymentSettings
    /// How long a run stays away after it died; `nil`: for good.
    var restartDelay: Duration? = .seconds(1)
    /// For all runs that begin from now on.
    var databaseLatency: Duration = .milliseconds(1)
    var stripeLatency: Duration = .milliseconds(100)

    /// One life of the service.
    struct Run {
        let service: PaymentService
        let processor: ScriptedProcessor
        let line: ScriptedLine
    }

    init(seed: UInt64? = nil) {
        time = SimulatedTime(seed: seed)
        database = MemoryDatabase(time: time)
        stripe = MemoryStripe(time: time)
        settings = PaymentSettings(account: "acct_1 test", isLive: false)
    }

    /// The newest run.
    var run: Run { runs[runs.count - 1] }
    var service: PaymentService { run.service }

    @discardableResult
    func begin() -> Run {
        let line = ScriptedLine(instance: runs.count, time: time, steps: steps)
        line.databaseLatency = databaseLatency
        line.stripeLatency = stripeLatency
        line.onCrash = { [unowned self] in comeBack() }
        let processor = ScriptedProcessor(stripe, through: line)
        let names = InstanceNames(run: runs.count)
        let run = Run(
            service: PaymentService(
                repository: MemoryRepository(database, through: line),
                processor: processor,
                time: time,
                settings: settings,
                catalogue: Sample.catalogue,
                hash: Sample.hash,
                jitter: { 512 },
                newInstance: { names.next() }
            ),
            processor: processor,
            line: line
        )
        runs.append(run)
        return run
    }

    /// Begins a run and gets its first lease, however long that takes.
    @discardableResult
    func start() async -> Run {
        let run = begin()
        while !run.line.isCut, !isOver {
            do throws(StoreFailure) {
                try await run.service.start()
                return run
            } catch {
                await time.sleep(.seconds(1))
            }
        }
        return run
    }

    private func comeBack() {
        guard let restartDelay else { return }
        time.call(after: restartDelay) { [self] in
            guard !isOver else { return }
            Task(executorPreference: self.time) { await self.start() }
        }
    }

    /// Runs `body` on a started service, then lets every run come to its end.
    func play<Value: Sendable>(
        _ body: @escaping @Sendable (World) async throws -> Value
    ) throws -> Value {
        let value = try time.run { [self] in
            if runs.isEmpty { await start() }
            return try await body(self)
        }
        try time.run { [self] in
            isOver = true
            for run in runs { await run.service.stop(within: .zero) }
        }
        try time.finish()
        return value
    }

    // MARK: What clients do

    /// How long a client waits for an answer.
    static let patience: Duration = .seconds(25)

    /// `nil` where the service died before it answered.
    func pay(_ request: PayRequest) async -> PaymentAnswer? {
        let run = run
        let answer = await run.service.pay(request, until: time.now + World.patience)
        return run.line.isCut ? nil : answer
    }

    func confirm(_ call: SecondCall) async -> PaymentAnswer? {
        let run = run
        let answer = await run.service.confirm(call, until: time.now + World.patience)
        return run.line.isCut ? nil : answer
    }

    func cancel(_ query: PaymentQuery) async -> PaymentAnswer? {
        let run = run
        let answer = await run.service.cancel(query, until: time.now + World.patience)
        return run.line.isCut ? nil : answer
    }

    // MARK: What can be seen

    /// The only payment there is.
    var payment: Payment? { database.payments.count == 1 ? database.payments[0] : nil }

    /// Waits until nobody has anything to do.
    func untilQuiet(atMost patience: Duration = .seconds(3600)) async {
        let end = time.now + patience
        while time.now < end {
            await time.sleep(.seconds(1))
            if isQuiet { return }
        }
    }

    private var isQuiet: Bool {
        database.payments.allSatisfy { payment in
            !payment.state.needsWork
                && (payment.state != .requiresAction || payment.owner == .nobody)
        }
    }
}

/// A new name for each life of an instance.
private final class InstanceNames: @unchecked Sendable {
    private let run: Int
    private var count = 0

    init(run: Int) { self.run = run }

    func next() -> InstanceID {
        count += 1
        return InstanceID("instance \(run).\(count)")
    }
}
