public import Crypto
public import Telemetry

/// An API key as its holder has it: `payonce_merchant_<id>_<secret>`. The id finds the key, the
/// secret proves it. Neither can be taken for a customer token, which has dots.
public struct APIKeyText: Sendable, Hashable {
    public let id: String
    public let role: Role
    /// What is stored in place of the text. A plain hash is enough: nobody tries 2²⁵⁶ secrets.
    public let digest: [UInt8]

    /// Says what it is wherever it leaks.
    static let prefix = "payonce"

    private static let idBytes = 10
    private static let secretBytes = 32

    /// A new key.
    ///
    /// - Returns: what is to be stored, and the text that is shown this once.
    public static func make(
        for role: Role,
        drawing random: (Int) -> [UInt8] = randomBytes
    ) -> (stored: APIKeyText, shown: Secret) {
        let id = Base32.encode(random(idBytes))
        let text = "\(prefix)_\(role.rawValue)_\(id)_\(Base32.encode(random(secretBytes)))"
        return (APIKeyText(id: id, role: role, digest: digest(of: text)), Secret(text))
    }

    /// `nil` for what cannot be a key.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count == 4, parts[0] == APIKeyText.prefix, let role = Role(rawValue: parts[1]),
            APIKeyText.isBase32(parts[2], APIKeyText.idBytes),
            APIKeyText.isBase32(parts[3], APIKeyText.secretBytes)
        else { return nil }
        self.init(id: parts[2], role: role, digest: APIKeyText.digest(of: text))
    }

    private init(id: String, role: Role, digest: [UInt8]) {
        self.id = id
        self.role = role
        self.digest = digest
    }

    private static func digest(of text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }

    private static func isBase32(_ text: String, _ bytes: Int) -> Bool {
        text.utf8.count == (bytes * 8 + 4) / 5
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}
