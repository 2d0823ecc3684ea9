/// Where Stripe's API is: scheme, host and port, without a path.
public struct APIBase: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash at the end, so that a path can follow.
    public let description: String

    public static let stripe = APIBase(checked: "https://api.stripe.com")

    /// One slash at the end is allowed and dropped. No user, path or query: the secret key is
    /// sent to whatever stands here, so the text has to mean one thing only.
    public init?(_ text: String) {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["https://", "http://"].first(where: trimmed.hasPrefix) else {
            return nil
        }
        let authority = trimmed.dropFirst(scheme.count)
        guard !authority.isEmpty, authority.utf8.allSatisfy(APIBase.isOfAuthority) else {
            return nil
        }
        self.init(checked: trimmed)
    }

    /// Whether everybody on the way can read what is sent.
    public var isPlainText: Bool { description.hasPrefix("http://") }

    private init(checked: String) { description = checked }

    /// Host names, IPv4 and bracketed IPv6 addresses, and ports.
    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        FormEncoder.isAlphanumeric(byte) || "-._:[]".utf8.contains(byte)
    }
}
