import EventLoop
import Payments
import Telemetry

/// `payonce recover`: what the service does all the time, once and now.
enum RecoverCommand {
    /// Between two looks while something is under way.
    private static let interval: Duration = .milliseconds(500)

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, bare: ["--watch"])
        try arguments.expectNoMore()
        let isWatching = arguments.has("--watch")
        let settings = try Environment.reader().settings()
        return try await Work.onLoop { loop throws(Failure) in
            let logger = Logger(minimum: settings.logLevel, sink: .standardError)
            let foundation = try await Service.Foundation.start(
                settings,
                on: loop,
                logger: logger
            )
            let payments = try await Service.startPayments(settings, foundation)
            let count = await resolve(payments, on: loop, watching: isWatching)
            await payments.stop(within: .seconds(1))
            await foundation.stop()
            Console.say("\(count) payments were taken up.")
            return 0
        }
    }

    private static func resolve(
        _ payments: PaymentService,
        on loop: Loop,
        watching: Bool
    ) async -> Int {
        var count = 0
        while true {
            let taken = await payments.recoverDue()
            count += taken
            let isIdle = await payments.workInProgress == 0
            if taken == 0, isIdle, !watching { return count }
            await loop.rest(for: interval)
        }
    }
}
