import Audit
import PaymentStore
import Payments
import Synchronization

/// How far an audit is, for whoever looks at it from elsewhere.
final class AuditMeter: Sendable {
    private let kept: Mutex<AuditRun>

    init(_ run: AuditRun) {
        kept = Mutex(run)
    }

    var run: AuditRun { kept.withLock { $0 } }

    func change(_ body: (inout AuditRun) -> Void) {
        kept.withLock { body(&$0) }
    }
}

/// The ledger of an audit that was begun already, so that its name is known before it runs. What it
/// has compared is told as it goes.
struct BegunLedger: AuditLedger {
    let ledger: SQLAuditLedger
    let progress: AuditProgress
    let meter: AuditMeter

    func begin(_ request: AuditRequest) async throws(StoreFailure) -> AuditProgress { progress }

    func advance(_ audit: String, to microseconds: Int64) async throws(StoreFailure) {
        try await ledger.advance(audit, to: microseconds)
        meter.change { $0.comparedUntil = max($0.comparedUntil, microseconds) }
    }

    func finish(_ audit: String, digest: [UInt8]) async throws(StoreFailure) {
        try await ledger.finish(audit, digest: digest)
    }

    func keep(_ findings: [AuditFinding], hash: Hash) async throws(StoreFailure) {
        try await ledger.keep(findings, hash: hash)
    }

    func close(
        _ key: KeptFinding.Key,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure) {
        try await ledger.close(key, decision)
    }

    func closeUnseen(
        _ kinds: [FindingKind],
        in window: AuditWindow,
        since microseconds: Int64
    ) async throws(StoreFailure) {
        try await ledger.closeUnseen(kinds, in: window, since: microseconds)
    }

    func findings(
        seenSince microseconds: Int64,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding] {
        try await ledger.findings(seenSince: microseconds, after: last, atMost: count)
    }
}
