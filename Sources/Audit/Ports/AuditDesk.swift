/// Audits that somebody starts and watches; one at a time.
public protocol AuditDesk: Sendable {
    func start(_ request: AuditRequest) async -> AuditStart

    /// An audit that was started here; `nil` where it is not known any more.
    func run(_ id: String) async -> AuditRun?

    /// The newest one that was started here.
    func latest() async -> AuditRun?
}

public enum AuditStart: Hashable, Sendable {
    case started(AuditRun)
    /// Another one is under way.
    case busy(AuditRun?)
    case unavailable
}

/// How far an audit is, and what came of it.
public struct AuditRun: Hashable, Sendable {
    public enum Phase: String, Sendable {
        case running
        case complete
        /// Stripe was away; the next one goes on.
        case incomplete
        /// The database could not be read to the end.
        case failed
    }

    public let id: String
    public let window: AuditWindow
    public let isLocal: Bool
    public var phase: Phase
    /// What Stripe made before this moment has been compared.
    public var comparedUntil: Int64
    public var counts: AuditCounts
    /// Once it is over.
    public var report: AuditReport?

    public init(
        id: String,
        window: AuditWindow,
        isLocal: Bool,
        phase: Phase = .running,
        comparedUntil: Int64,
        counts: AuditCounts = AuditCounts(),
        report: AuditReport? = nil
    ) {
        self.id = id
        self.window = window
        self.isLocal = isLocal
        self.phase = phase
        self.comparedUntil = comparedUntil
        self.counts = counts
        self.report = report
    }
}
