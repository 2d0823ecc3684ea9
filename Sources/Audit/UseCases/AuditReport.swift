import Payments

/// What was looked at.
public struct AuditCounts: Hashable, Sendable {
    public internal(set) var payments = 0
    public internal(set) var intents = 0
    public internal(set) var charges = 0
    public internal(set) var refunds = 0

    public init() {}
}

/// What came of an audit; its findings are told one by one.
public struct AuditReport: Hashable, Sendable {
    public let id: String
    public let window: AuditWindow
    public let isLocal: Bool
    /// `false`: Stripe was away, and the next run goes on.
    public let isComplete: Bool
    public let counts: AuditCounts
    public let openFindings: Int
    public let newestSeal: Seal?
    /// Over the window and all findings, by subject and kind.
    public let digest: [UInt8]
}

/// A hash over a list, taken as the list goes by.
struct ReportDigest {
    private let hash: Hash
    private(set) var value: [UInt8] = []

    init(_ hash: @escaping Hash) {
        self.hash = hash
    }

    mutating func add(_ text: String) {
        value = hash(value + Array(text.utf8))
    }

    mutating func add(_ finding: KeptFinding) {
        add(
            "\(finding.key.subject) \(finding.key.kind) \(finding.state.rawValue) \(finding.detail)"
        )
    }
}
