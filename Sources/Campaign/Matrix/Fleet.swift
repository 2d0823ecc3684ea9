/// How many instances there are, and how many of each request at once.
public struct Fleet: Hashable, Sendable, CustomStringConvertible {
    public let instances: Int
    public let copies: Int

    public init(instances: Int, copies: Int) {
        self.instances = instances
        self.copies = copies
    }

    /// With one instance everything waits for it to come back; with two, the other one takes over.
    public static let all = [
        Fleet(instances: 1, copies: 1), Fleet(instances: 2, copies: 2),
        Fleet(instances: 2, copies: 8),
    ]

    public var description: String { "\(copies) at once on \(instances)" }
}
