public import Payments

/// Where audits keep how far they are and what they found.
public protocol AuditLedger: Sendable {
    /// Begins an audit, or takes up one that could not complete: one of the same window, or, where
    /// the window ends now, the newest one.
    func begin(_ request: AuditRequest) async throws(StoreFailure) -> AuditProgress

    /// Writes down that everything that Stripe made before this moment has been compared.
    func advance(_ audit: String, to microseconds: Int64) async throws(StoreFailure)

    func finish(_ audit: String, digest: [UInt8]) async throws(StoreFailure)

    /// Writes findings: a new one is open, one that is known stays as it is unless its facts are
    /// others than those that were explained or closed.
    func keep(_ findings: [AuditFinding], hash: Hash) async throws(StoreFailure)

    /// Closes a finding that was put right, where it is open.
    func close(
        _ key: KeptFinding.Key,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure)

    /// Closes findings of these kinds about the window that were not seen since.
    func closeUnseen(
        _ kinds: [FindingKind],
        in window: AuditWindow,
        since microseconds: Int64
    ) async throws(StoreFailure)

    /// What was seen since, by subject and kind.
    func findings(
        seenSince microseconds: Int64,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding]
}

/// What somebody wants audited.
public struct AuditRequest: Hashable, Sendable {
    public enum Window: Hashable, Sendable {
        /// Until now.
        case last(Duration)
        case fixed(AuditWindow)
    }

    public let window: Window
    /// Our own book alone.
    public let isLocal: Bool

    public init(_ window: Window, isLocal: Bool) {
        self.window = window
        self.isLocal = isLocal
    }
}

/// An audit under way.
public struct AuditProgress: Hashable, Sendable {
    public let id: String
    public let window: AuditWindow
    public let comparedUntil: Int64
    public let startedMicroseconds: Int64
    /// The database's time now.
    public let nowMicroseconds: Int64

    public init(
        id: String,
        window: AuditWindow,
        comparedUntil: Int64,
        startedMicroseconds: Int64,
        nowMicroseconds: Int64
    ) {
        self.id = id
        self.window = window
        self.comparedUntil = comparedUntil
        self.startedMicroseconds = startedMicroseconds
        self.nowMicroseconds = nowMicroseconds
    }
}

/// The life of a finding.
public enum FindingState: String, Sendable, CaseIterable {
    case open
    /// A person has said why it is as it is.
    case explained
    /// It was put right, or is not there any more.
    case closed
}

/// A finding as it is kept.
public struct KeptFinding: Hashable, Sendable {
    public struct Key: Hashable, Sendable {
        public let subject: String
        public let kind: String

        public init(subject: String, kind: String) {
            self.subject = subject
            self.kind = kind
        }
    }

    /// Who said why.
    public struct Decision: Hashable, Sendable {
        public let by: String
        public let reason: String?
        public let evidence: String?

        public init(by: String, reason: String?, evidence: String?) {
            self.by = by
            self.reason = reason
            self.evidence = evidence
        }
    }

    public let key: Key
    public let state: FindingState
    public let detail: String
    public let notedMicroseconds: Int64
    public let facts: [UInt8]?
    public let decision: Decision?
    /// What a person would do about it, where that is clear.
    public let prepared: PreparedAction?

    public init(
        key: Key,
        state: FindingState,
        detail: String,
        notedMicroseconds: Int64,
        facts: [UInt8]?,
        decision: Decision?,
        prepared: PreparedAction? = nil
    ) {
        self.key = key
        self.state = state
        self.detail = detail
        self.notedMicroseconds = notedMicroseconds
        self.facts = facts
        self.decision = decision
        self.prepared = prepared
    }
}
