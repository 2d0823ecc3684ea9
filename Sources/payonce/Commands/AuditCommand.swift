import Audit
import Crypto
import EventLoop
import Foundation
import PaymentStore
import Payments
import Postgres
import Stripe
import Telemetry

/// `payonce audit`: our own book, and Stripe's against it. 0: nothing is open; 1: findings are; 2:
/// it could not complete, and the next run goes on.
enum AuditCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(
            words,
            valued: ["--from", "--to", "--since", "--format"],
            bare: ["--local"]
        )
        try arguments.expectNoMore()
        let window = try window(arguments)
        let printer = AuditPrinter(try format(arguments))
        if arguments.has("--local") { return try await auditBook(window, printer) }
        return try await auditAll(window, printer)
    }

    // MARK: Two ways

    private static func auditBook(
        _ window: AuditRequest.Window,
        _ printer: AuditPrinter
    ) async throws -> Int32 {
        let url = try Environment.reader().databaseURL()
        return try await Work.onLoop { loop throws(Failure) in
            let database = try await Service.Foundation.connect(url, on: loop, asking: .audit)
            let done = await result { () async throws(Failure) in
                try await Service.Foundation.checkSchema(database)
                let auditor = auditor(database, nil, isLive: false)
                return try await report(auditor, window, printer)
            }
            await database.close()
            return try done.get()
        }
    }

    private static func auditAll(
        _ window: AuditRequest.Window,
        _ printer: AuditPrinter
    ) async throws -> Int32 {
        let settings = try Environment.reader().settings()
        return try await Work.onLoop { loop throws(Failure) in
            let logger = Logger(minimum: settings.logLevel, sink: .standardError)
            let foundation = try await Service.Foundation.start(
                settings,
                on: loop,
                logger: logger,
                asking: .audit
            )
            let done = await result { () async throws(Failure) in
                try await share(foundation)
                let auditor = auditor(
                    foundation.database,
                    foundation.processor,
                    isLive: settings.stripe.isLive
                )
                return try await report(auditor, window, printer)
            }
            await foundation.stop()
            return try done.get()
        }
    }

    private static func auditor(
        _ database: Database,
        _ stripe: (any StripeLists)?,
        isLive: Bool
    ) -> Auditor {
        Auditor(
            book: SQLAuditBook(database: database),
            ledger: SQLAuditLedger(database: database) { "audit_" + Hex.encode(randomBytes(12)) },
            stripe: stripe,
            isLive: isLive,
            now: { Loop.now },
            hash: { SHA256.hash($0) }
        )
    }

    /// Stripe's rate is shared with the services that are running.
    private static func share(_ foundation: Service.Foundation) async throws(Failure) {
        do throws(StoreFailure) {
            let instances = try await foundation.repository.liveInstances()
            await foundation.processor.setShare(of: instances + 1)
        } catch {
            throw Failure("The database could not be read: \(error).")
        }
    }

    private static func report(
        _ auditor: Auditor,
        _ window: AuditRequest.Window,
        _ printer: AuditPrinter
    ) async throws(Failure) -> Int32 {
        printer.begin()
        let report: AuditReport
        do throws(StoreFailure) {
            report = try await auditor.run(window) { printer.tell($0) }
        } catch {
            throw Failure("The database could not be read to the end: \(error). Run it again.")
        }
        printer.end(report)
        guard report.isComplete else {
            Console.complain("Stripe does not answer. What was compared is kept: run it again.")
            return 2
        }
        return report.openFindings == 0 ? 0 : 1
    }

    // MARK: The words

    private static let usualWindow: Duration = .seconds(24 * 3600)

    private static func window(_ arguments: Arguments) throws(UsageError) -> AuditRequest.Window {
        let from = try moment("--from", arguments)
        let until = try moment("--to", arguments)
        let since = arguments.value(of: "--since")
        switch (from, until, since) {
        case (nil, nil, nil): return .last(usualWindow)
        case (let from?, let until?, nil):
            guard from < until else { throw UsageError("--from has to be before --to.") }
            return .fixed(AuditWindow(from: from, until: until))
        case (nil, nil, let text?):
            guard let duration = Duration(setting: text), duration > .zero else {
                throw UsageError("--since takes a time such as 90m or 24h.")
            }
            return .last(duration)
        case _: throw UsageError("Say --from and --to, or --since.")
        }
    }

    /// RFC 3339, with or without a fraction of a second.
    private static func moment(
        _ flag: String,
        _ arguments: Arguments
    ) throws(UsageError) -> Int64? {
        guard let text = arguments.value(of: flag) else { return nil }
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        if text.contains(".") { formatter.formatOptions.insert(.withFractionalSeconds) }
        guard let date = formatter.date(from: text) else {
            throw UsageError("\(flag) takes a moment such as 2026-03-01T09:00:00Z.")
        }
        return Int64((date.timeIntervalSince1970 * 1000).rounded()) * 1000
    }

    private static func format(
        _ arguments: Arguments
    ) throws(UsageError) -> AuditPrinter.Format {
        guard let word = arguments.value(of: "--format") else { return .table }
        guard let format = AuditPrinter.Format(rawValue: word) else {
            throw UsageError("--format takes table, json or csv.")
        }
        return format
    }
}
