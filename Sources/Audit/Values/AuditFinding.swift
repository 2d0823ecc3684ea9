public import Payments

/// Something that is not as it has to be, with the facts that show it. Equal facts are the same
/// finding, however often it is seen.
public struct AuditFinding: Hashable, Sendable {
    public struct Fact: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public let kind: FindingKind
    /// A payment; where none is known, Stripe's name of the intent or refund, or `seal-N`.
    public let subject: String
    /// When what it is about began, in microseconds since 1970.
    public let aboutMicroseconds: Int64
    public let facts: [Fact]
    /// What a person would do about it, where that is clear.
    public let prepared: PreparedAction?

    public init(
        _ kind: FindingKind,
        _ subject: String,
        at aboutMicroseconds: Int64,
        _ facts: [Fact],
        prepared: PreparedAction? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.aboutMicroseconds = aboutMicroseconds
        self.facts = facts
        self.prepared = prepared
    }

    /// One line for people; it is also what the digest is over.
    public var detail: String {
        facts.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
    }

    /// The digest of the facts: another one opens a finding again that was explained.
    public func digest(_ hash: Hash) -> [UInt8] {
        let words = [kind.rawValue, subject] + facts.flatMap { [$0.name, $0.value] }
        return hash(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8))
    }
}
