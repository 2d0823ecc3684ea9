import Audit
import Crypto
import EventLoop
import PaymentStore
import Payments
import Postgres
import Stripe
import Telemetry

/// The audits that somebody starts in the console: the same as `payonce audit`, one at a time, on a
/// connection of its own that is there only as long. Stripe is asked behind the payments, as the
/// reconciler asks it.
actor ConsoleAudits: AuditDesk {
    private let settings: Settings
    private let loop: Loop
    private let processor: StripeProcessor
    private var newest: Watched?
    /// Also while one is being begun, which takes a moment.
    private var isBusy = false

    /// An audit with what is known of its progress.
    private struct Watched {
        let auditor: Auditor
        let meter: AuditMeter

        func run() async -> AuditRun {
            var run = meter.run
            run.counts = await auditor.counts
            return run
        }
    }

    init(settings: Settings, loop: Loop, processor: StripeProcessor) {
        self.settings = settings
        self.loop = loop
        self.processor = processor
    }

    func start(_ request: AuditRequest) async -> AuditStart {
        guard !isBusy else { return .busy(await newest?.run()) }
        isBusy = true
        guard let database = await connection() else {
            isBusy = false
            return .unavailable
        }
        do throws(StoreFailure) {
            let watched = try await begin(request, database)
            newest = watched
            let run = await watched.run()
            Task(executorPreference: loop) {
                await self.carryOut(watched, request)
                await database.close()
            }
            return .started(run)
        } catch {
            await database.close()
            isBusy = false
            return .unavailable
        }
    }

    func run(_ id: String) async -> AuditRun? {
        guard let run = await newest?.run(), run.id == id else { return nil }
        return run
    }

    func latest() async -> AuditRun? { await newest?.run() }

    private func connection() async -> Database? {
        do throws(Failure) {
            return try await Service.Foundation.connect(
                settings.databaseURL,
                on: loop,
                asking: .audit
            )
        } catch {
            return nil
        }
    }

    private func begin(
        _ request: AuditRequest,
        _ database: Database
    ) async throws(StoreFailure) -> Watched {
        let ledger = SQLAuditLedger(database: database) { "audit_" + Hex.encode(randomBytes(12)) }
        let progress = try await ledger.begin(request)
        let meter = AuditMeter(
            AuditRun(
                id: progress.id,
                window: progress.window,
                isLocal: request.isLocal,
                comparedUntil: progress.comparedUntil
            )
        )
        let auditor = Auditor(
            book: SQLAuditBook(database: database),
            ledger: BegunLedger(ledger: ledger, progress: progress, meter: meter),
            stripe: request.isLocal ? nil : processor,
            isLive: settings.stripe.isLive,
            now: { Loop.now },
            hash: { SHA256.hash($0) }
        )
        return Watched(auditor: auditor, meter: meter)
    }

    private func carryOut(_ watched: Watched, _ request: AuditRequest) async {
        do throws(StoreFailure) {
            let report = try await watched.auditor.run(request.window) { _ in }
            watched.meter.change { run in
                run.report = report
                run.phase = report.isComplete ? .complete : .incomplete
            }
        } catch {
            watched.meter.change { $0.phase = .failed }
        }
        isBusy = false
    }
}
