/// The key with which the service speaks to Stripe: `sk_…`, or a restricted `rk_…`. Whoever has
/// it can move money, so it shows in no description and no dump.
public struct StripeSecretKey: Hashable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// The key itself, for the `Authorization` header.
    let exposed: String
    /// Whether it moves real money, by its prefix.
    public let isLive: Bool

    /// Stripe's own are about 110 characters long.
    private static let longest = 500

    public init?(_ text: String) {
        let prefixes = [
            ("sk_test_", false), ("rk_test_", false), ("sk_live_", true), ("rk_live_", true),
        ]
        guard let (prefix, isLive) = prefixes.first(where: { text.hasPrefix($0.0) }),
            (prefix.utf8.count + 1...StripeSecretKey.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ FormEncoder.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
        else { return nil }
        exposed = text
        self.isLive = isLive
    }

    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [("exposed", "***")]) }
}
