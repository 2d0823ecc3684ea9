/// Whether this instance should get requests.
public struct Readiness: Sendable, Hashable {
    public var isDatabaseWritable: Bool
    public var isSchemaRight: Bool
    /// The instance is stopping: existing payments are still answered, new ones are refused.
    public var isDraining: Bool
    /// How Stripe is doing, in a word. Never a reason: another instance would fare no better, and
    /// existing payments need this one.
    public var stripe: String

    public init(
        isDatabaseWritable: Bool,
        isSchemaRight: Bool,
        isDraining: Bool,
        stripe: String
    ) {
        self.isDatabaseWritable = isDatabaseWritable
        self.isSchemaRight = isSchemaRight
        self.isDraining = isDraining
        self.stripe = stripe
    }

    public var isReady: Bool { isDatabaseWritable && isSchemaRight && !isDraining }
}
