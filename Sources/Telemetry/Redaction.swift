/// Takes out of a text what must not be in a log. The last line of defence, not the first: it knows
/// secrets by their look.
public enum Redaction {
    /// What stands where a secret was.
    public static let mark = "***"

    /// Whether a member of this name is hidden whatever it holds.
    public static func isSecret(key: String) -> Bool {
        isSecret(name: Array(key.utf8)[...])
    }

    static func isSecret(name: ArraySlice<UInt8>) -> Bool {
        // The outcome of a CVC check is no secret, and the first question about a decline.
        secretNames.isPartIgnoringCase(of: name) && !plainNames.isEqualIgnoringCase(to: name)
    }

    /// The text with every secret in it replaced.
    public static func redacted(_ text: String) -> String {
        var scanner = SecretScanner(text)
        return scanner.redacted()
    }

    private static let secretNames = ASCIIWords([
        "authorization", "password", "passwd", "secret", "cvc", "cvv", "cookie", "api_key",
        "apikey",
    ])

    private static let plainNames = ASCIIWords(["cvccheck", "cvc_check"])
}
