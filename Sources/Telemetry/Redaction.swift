/// Takes out of a text what must not be in a log. The last line of defence, not the first: it knows
/// secrets by their look.
public enum Redaction {
    /// What stands where a secret was.
    public static let mark = "***"

    /// Whether a member of this name is hidden whatever it holds.
    public static func isSecret(key: String) -> Bool {
        let key = key.lowercased()
        // The outcome of a CVC check is no secret, and the first question about a decline.
        guard key != "cvccheck", key != "cvc_check" else { return false }
        return secretNames.contains { key.contains($0) }
    }

    /// The text with every secret in it replaced.
    public static func redacted(_ text: String) -> String {
        var scanner = SecretScanner(text)
        return scanner.redacted()
    }

    static let secretNames = [
        "authorization", "password", "passwd", "secret", "cvc", "cvv", "cookie", "api_key",
        "apikey",
    ]
}
