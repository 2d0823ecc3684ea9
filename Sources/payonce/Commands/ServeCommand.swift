import API
import EventLoop
import HTTPClient
import HTTPServer
import Telemetry

/// `payonce serve`: the service, on one loop or several that share the port.
enum ServeCommand {
    /// More than this many loops are a mistake: each has its own connections.
    private static let mostLoops = 64

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--loops", "--listen"])
        try arguments.expectNoMore()
        let loops = try loopCount(arguments)
        let settings = try Environment.reader(changing: listening(arguments)).settings()
        try await serve(settings, loops: loops) { address in
            let mode = settings.stripe.mode.rawValue
            Console.say("payonce listens on http://\(address) (\(mode) mode)")
        }
        return 0
    }

    /// Serves until the signal to stop.
    static func serve(
        _ settings: Settings,
        loops: Int,
        page: Page = Page(),
        onReady: (ServerAddress) async -> Void
    ) async throws(Failure) {
        let page = try page.with(settings.staticFolder)
        Allocator.mapAlone(fromBytes: ClientConfiguration.uploadBufferBytes)
        let logger = Logger(minimum: settings.logLevel, sink: .standardError)
        let metrics = ServiceMetrics()
        var services: [Service] = []
        for number in 0..<loops {
            let loop = try startLoop(number)
            services.append(
                try await Task(executorPreference: loop) {
                    await result { () async throws(Failure) in
                        try await Service.start(
                            settings,
                            on: loop,
                            logger: logger,
                            counting: metrics,
                            sharesPort: loops > 1,
                            page: page
                        )
                    }
                }.value.get()
            )
        }
        if settings.customerTokens == nil {
            logger.warning(
                "customers cannot sign in: their endpoints are 404",
                ["unset": "PAYONCE_CUSTOMER_TOKEN_SECRET"]
            )
        }
        let ops = try await OpsListener.start(settings, services, metrics)
        await onReady(services[0].server.address)
        Console.say("payonce shows its numbers on http://\(ops.address)/metrics")
        Console.say("payonce has its console on http://\(ops.address)/ops/")
        let signal = StopSignal()
        await signal.wait()
        logger.notice("stopping")
        await withTaskGroup { group in
            for service in services {
                group.addTask(executorPreference: service.foundation.loop) { await service.stop() }
            }
        }
        await ops.stop()
        logger.notice("stopped")
        withExtendedLifetime(signal) {}
    }

    static func startLoop(_ number: Int) throws(Failure) -> Loop {
        do throws(SystemError) {
            return try Loop.start(name: "payonce-\(number)")
        } catch {
            throw Failure("A thread cannot be started: \(error).")
        }
    }

    static func listening(_ arguments: Arguments) -> [String: String] {
        arguments.value(of: "--listen").map { ["PAYONCE_LISTEN": $0] } ?? [:]
    }

    private static func loopCount(_ arguments: Arguments) throws(UsageError) -> Int {
        guard let text = arguments.value(of: "--loops") else { return 1 }
        guard let count = Int(text), (1...mostLoops).contains(count) else {
            throw UsageError("--loops takes a number from 1 to \(mostLoops).")
        }
        return count
    }
}

/// A typed throw as a value, to carry it out of a task.
func result<Value, Trouble: Error>(
    _ work: () async throws(Trouble) -> Value
) async -> Result<Value, Trouble> {
    do throws(Trouble) {
        return .success(try await work())
    } catch {
        return .failure(error)
    }
}
