import Glibc
import Synchronization
import TestKit

/// The services, each at an address of its own that it keeps when it is started anew.
final class Fleet: Sendable {
    let ports: [UInt16]
    let log: ServiceLog
    private let database: String
    private let stripe: UInt16
    /// Of each service, in the order of their ports.
    private let settings: [[String: String]]
    private let places: Mutex<[Place]>

    private struct Place {
        var process: ServiceProcess
        /// Somebody does something to it.
        var isTaken = false
    }

    static func start(
        _ settings: [[String: String]],
        database: String,
        stripe: UInt16,
        log: ServiceLog
    ) async throws -> Fleet {
        var processes: [ServiceProcess] = []
        for own in settings {
            processes.append(
                try await ServiceProcess.start(
                    database: database,
                    stripe: stripe,
                    settings: own
                )
            )
        }
        return Fleet(processes, database, stripe, settings, log)
    }

    private init(
        _ processes: [ServiceProcess],
        _ database: String,
        _ stripe: UInt16,
        _ settings: [[String: String]],
        _ log: ServiceLog
    ) {
        ports = processes.map(\.port)
        places = Mutex(processes.map { Place(process: $0) })
        self.database = database
        self.stripe = stripe
        self.settings = settings
        self.log = log
    }

    /// Of the services that run now, in the order of their ports.
    var processIdentifiers: [Int32] {
        places.withLock { $0.map(\.process.child.processIdentifier) }
    }

    /// Does something to a service that is ready; nothing where there is none.
    func withOne(
        _ dice: inout Dice,
        _ body: (ServiceProcess) async throws -> ServiceProcess?
    ) async throws {
        let draw = dice.next()
        let chosen = places.withLock { places -> (Int, ServiceProcess)? in
            let free = places.indices.filter { !places[$0].isTaken }
            guard !free.isEmpty else { return nil }
            let number = free[Int(draw % UInt64(free.count))]
            places[number].isTaken = true
            return (number, places[number].process)
        }
        guard let (number, process) = chosen else { return }
        var next = process
        defer {
            places.withLock { places in
                places[number].process = next
                places[number].isTaken = false
            }
        }
        next = try await body(process) ?? process
    }

    /// Kills it as a power cut does, and starts another in its place.
    func replace(_ process: ServiceProcess) async throws -> ServiceProcess {
        process.child.signal(SIGKILL)
        try await process.child.exit()
        log.ended(process, byUs: true)
        return try await start(at: process.port)
    }

    /// Looks whether one ended that nobody killed; it is noted and replaced.
    func mourn() async throws {
        var dice = Dice(seed: 0, stream: 0)
        for _ in ports {
            try await withOne(&dice) { process in
                guard process.child.isOver else { return nil }
                log.ended(process, byUs: false)
                return try await start(at: process.port)
            }
        }
    }

    func stop() async {
        for process in places.withLock({ $0.map(\.process) }) {
            process.child.signal(SIGKILL)
            log.ended(process, byUs: true)
        }
    }

    /// Until it listens: without a database it cannot, and leaves.
    private func start(at port: UInt16) async throws -> ServiceProcess {
        let own = ports.firstIndex(of: port).map { settings[$0] } ?? [:]
        while true {
            do {
                return try await ServiceProcess.start(
                    database: database,
                    stripe: stripe,
                    settings: own,
                    port: port
                )
            } catch ProcessFailure.ended(_, status: 2, let output) {
                log.note(output)
                await rest(.milliseconds(200))
            }
        }
    }
}
