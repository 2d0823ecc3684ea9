/// What stands behind the shop's name on the customer's statement.
/// https://docs.stripe.com/get-started/account/statement-descriptors
public struct StatementDescriptorSuffix: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Stripe's bound for prefix, separator and suffix together; the prefix is the account's, so
    /// what is really left shows only there.
    public static let longest = 22

    /// Latin characters with at least one letter, and none of `<`, `>`, `\`, `'`, `"`, `*`. Refused
    /// here and not by Stripe, which would refuse every single payment.
    public init?(_ text: String) {
        guard (1...StatementDescriptorSuffix.longest).contains(text.utf8.count),
            text.utf8.allSatisfy(StatementDescriptorSuffix.allows),
            text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        else { return nil }
        description = text
    }

    private static func allows(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && !"<>\\'\"*".utf8.contains(byte)
    }
}
