/// Where Stripe sends the customer after a challenge: back to the app, so schemes of its own are
/// allowed.
enum ReturnURL {
    static let mostCharacters = 2048

    /// Schemes that run or open something on the customer's device instead of leading back.
    private static let forbidden: Set<String> = ["javascript", "data", "file"]

    /// Whether `text` is a scheme, a colon and something behind it, all in ASCII.
    /// [RFC 3986, 3.1](https://www.rfc-editor.org/rfc/rfc3986#section-3.1)
    static func isAcceptable(_ text: String) -> Bool {
        guard text.utf8.count <= mostCharacters,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        let scheme = text[..<colon].lowercased()
        let rest = text[colon...].dropFirst()
        return isScheme(scheme) && !forbidden.contains(scheme) && !rest.isEmpty
            && (!scheme.hasPrefix("http") || namesHost(scheme, rest))
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
    }

    /// `https:/cb` is not absolute for a browser, whatever a library makes of it.
    private static func namesHost(_ scheme: String, _ rest: Substring) -> Bool {
        guard scheme == "http" || scheme == "https" else { return true }
        return rest.hasPrefix("//") && !["", "/", "?", "#"].contains(rest.dropFirst(2).prefix(1))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
