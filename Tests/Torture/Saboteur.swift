import Glibc
import JSON
import Synchronization
import TestKit

/// Kills services, puts them to sleep and wakes them, kills PostgreSQL; until it is told to stop.
final class Saboteur: Sendable {
    private let site: Site
    private let seed: UInt64
    private let isOver = Mutex(false)
    private let done = Mutex<[String: Int]>([:])

    init(_ site: Site, seed: UInt64) {
        self.site = site
        self.seed = seed
    }

    /// How often what was done.
    var counts: [String: Int] { done.withLock { $0 } }

    /// Whether nothing more is to be done.
    var isStopped: Bool { isOver.withLock { $0 } }

    func stop() { isOver.withLock { $0 = true } }

    /// Returns when everything runs again.
    ///
    /// - Throws: where something could not be started again.
    func work() async throws {
        try await withThrowingTaskGroup { group in
            for job in [kill, sleep, crashDatabase, refuse, closeShop] {
                group.addTask {
                    do {
                        try await job()
                    } catch {
                        // Nothing else goes on without it, and what failed is said now.
                        complain("the saboteur could not go on: \(error)")
                        throw error
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// A service dies 0.3 to 2 s after the one before was ready again.
    private func kill() async throws {
        var dice = Dice(seed: seed, stream: 1 << 50)
        while await waits(dice.duration(300...2000)) {
            try await site.fleet.mourn()
            try await site.fleet.withOne(&dice) { process in
                count("kill -9 of a service")
                return try await site.fleet.replace(process)
            }
        }
    }

    /// The zombie: stopped for twice its lease, it wakes in the middle of what it did.
    private func sleep() async throws {
        var dice = Dice(seed: seed, stream: 1 << 51)
        while await waits(dice.duration(2000...9000)) {
            try await site.fleet.withOne(&dice) { process in
                count("SIGSTOP of a service for twice its lease, SIGCONT")
                process.child.signal(SIGSTOP)
                await rest(.seconds(2 * site.leaseSeconds))
                process.child.signal(SIGCONT)
                return nil
            }
        }
    }

    private func crashDatabase() async throws {
        var dice = Dice(seed: seed, stream: 1 << 52)
        while await waits(dice.duration(12_000...30_000)) {
            let way = dice.chance(70) ? "kill -9" : dice.chance(50) ? "immediate stop" : "restart"
            let pause = dice.duration(0...3000)
            count("\(way) of PostgreSQL")
            try await blocking { [server = site.server] in
                switch way {
                case "kill -9": try server.kill9()
                case "immediate stop": try server.stop(mode: "immediate")
                default: try server.stop()
                }
            }
            await rest(pause)
            try await blocking { [server = site.server] in try server.start() }
        }
    }

    /// Answers get lost while Stripe begins to refuse: a refusal must not be taken for the end of
    /// the request before it. Drawn apart from each other the two would hardly ever meet.
    private func refuse() async throws {
        var dice = Dice(seed: seed, stream: 1 << 53)
        while await waits(dice.duration(3000...8000)) {
            let code: JSONValue = dice.chance(50) ? 401 : 429
            count("five lost answers, then five refusals")
            try await site.stripe.add(SimulatorFault("drop_after", times: 5))
            try await site.stripe.add(
                SimulatorFault("status", times: 5, ["code": code, "executed": false])
            )
        }
    }

    /// The shop's own server goes away and comes back.
    private func closeShop() async throws {
        var dice = Dice(seed: seed, stream: 1 << 55)
        while await waits(dice.duration(4000...12_000)) {
            count("death of the shop's server")
            await site.shop.close()
            await rest(dice.duration(500...5000))
            try await site.shop.open()
        }
    }

    // MARK: Parts

    private func count(_ deed: String) { done.withLock { $0[deed, default: 0] += 1 } }

    /// Waits, and says whether there is more to do.
    private func waits(_ duration: Duration) async -> Bool {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            if isOver.withLock({ $0 }) || Task.isCancelled { return false }
            await rest(min(.milliseconds(100), ContinuousClock.now.duration(to: end)))
        }
        return !isOver.withLock { $0 }
    }
}
