/// How the book stands, at a glance.
public struct Overview: Hashable, Sendable {
    /// Payments that began today and stand alike.
    public struct Outcome: Hashable, Sendable {
        public let state: String
        public let currency: String
        public let count: Int64
        public let minorUnits: Int64

        public init(state: String, currency: String, count: Int64, minorUnits: Int64) {
            self.state = state
            self.currency = currency
            self.count = count
            self.minorUnits = minorUnits
        }
    }

    /// Open findings of a kind.
    public struct Findings: Hashable, Sendable {
        public let kind: String
        public let count: Int64
        public let oldest: Duration

        public init(kind: String, count: Int64, oldest: Duration) {
            self.kind = kind
            self.count = count
            self.oldest = oldest
        }
    }

    public let nowMicroseconds: Int64
    /// Since midnight in UTC.
    public let today: [Outcome]
    /// `false`: only the newest of today's were counted.
    public let isWhole: Bool
    /// Those whose outcome is not known, the one that has been so longest first; a page of them.
    public let unresolved: [BookedPayment]
    public let unresolvedCount: Int64
    public let findings: [Findings]
    public let newestSeal: Seal?
    /// The age of the oldest event that no seal holds.
    public let oldestUnsealed: Duration

    public init(
        nowMicroseconds: Int64,
        today: [Outcome],
        isWhole: Bool,
        unresolved: [BookedPayment],
        unresolvedCount: Int64,
        findings: [Findings],
        newestSeal: Seal?,
        oldestUnsealed: Duration
    ) {
        self.nowMicroseconds = nowMicroseconds
        self.today = today
        self.isWhole = isWhole
        self.unresolved = unresolved
        self.unresolvedCount = unresolvedCount
        self.findings = findings
        self.newestSeal = newestSeal
        self.oldestUnsealed = oldestUnsealed
    }
}
