/// Stripe's token for a security code that was collected again, good for one payment. It stands in
/// the bytes of one create until that attempt has ended, and nowhere else.
public struct CVCToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The token itself, for the request to Stripe.
    public let exposed: String

    public init?(_ text: String) {
        guard isStripeID(text, prefix: CVCToken.prefix) else { return nil }
        exposed = text
    }

    static let prefix = "cvctok_"

    public var description: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [("exposed", "***")]) }
}
