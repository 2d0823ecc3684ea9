import Crypto
import HTTPServer

/// Who has signed in, as a cookie says it. Nothing is stored: the cookie names the key and its end,
/// under a digest that only this process can make. So a session ends with the process, with its
/// hour, or with its key, which is looked up with each request.
struct OpsSession: Hashable, Sendable {
    let keyID: String
    /// By the clock of `Surroundings.now`, in whole seconds.
    let endsAtSeconds: Int64
    let nonce: String
}

/// Makes and reads sessions.
struct OpsSessions: Sendable {
    private let secret: [UInt8]
    /// Whether browsers may send the cookie over TLS only.
    private let isSecure: Bool

    static let cookie = "payonce_ops"
    /// Long enough for an incident, short enough for a machine that is left alone.
    static let lifeSeconds: Int64 = 3600
    private static let nonceBytes = 16

    init(isSecure: Bool, drawing random: (Int) -> [UInt8] = randomBytes) {
        secret = random(32)
        self.isSecure = isSecure
    }

    func begin(_ keyID: String, at now: Duration) -> OpsSession {
        OpsSession(
            keyID: keyID,
            endsAtSeconds: now.components.seconds + OpsSessions.lifeSeconds,
            nonce: Hex.encode(randomBytes(OpsSessions.nonceBytes))
        )
    }

    /// The session of a request; `nil` where it has none that is valid. Two of them are none: one
    /// was planted.
    func session(of request: HTTPRequest, at now: Duration) -> OpsSession? {
        let values = request.headers.all("cookie").flatMap { $0.split(separator: ";") }
            .map(OptionalWhitespace.trimmed)
            .filter { $0.hasPrefix(OpsSessions.cookie + "=") }
            .map { String($0.dropFirst(OpsSessions.cookie.count + 1)) }
        guard values.count == 1, let session = read(values[0]),
            session.endsAtSeconds > now.components.seconds
        else { return nil }
        return session
    }

    /// What the page shows with each write, beside the cookie: a page of somebody else's can have
    /// the cookie sent, but cannot read this.
    func token(of session: OpsSession) -> String {
        Hex.encode(HMAC.sha256(key: secret, message: Array(("token " + plain(session)).utf8)))
    }

    func isToken(_ text: String, of session: OpsSession) -> Bool {
        constantTimeEquals(Array(text.utf8), Array(token(of: session).utf8))
    }

    // MARK: The cookie

    func settingCookie(_ session: OpsSession, overTLS: Bool) -> String {
        attributed("\(plain(session)).\(seal(session))", OpsSessions.lifeSeconds, overTLS)
    }

    func removingCookie(overTLS: Bool) -> String { attributed("", 0, overTLS) }

    private func attributed(_ value: String, _ seconds: Int64, _ overTLS: Bool) -> String {
        "\(OpsSessions.cookie)=\(value); Path=/ops; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
            + (isSecure || overTLS ? "; Secure" : "")
    }

    private func plain(_ session: OpsSession) -> String {
        "\(session.keyID).\(session.endsAtSeconds).\(session.nonce)"
    }

    private func seal(_ session: OpsSession) -> String {
        Hex.encode(HMAC.sha256(key: secret, message: Array(("cookie " + plain(session)).utf8)))
    }

    private func read(_ text: String) -> OpsSession? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let end = Int64(parts[1]) else { return nil }
        let session = OpsSession(keyID: parts[0], endsAtSeconds: end, nonce: parts[2])
        guard constantTimeEquals(Array(parts[3].utf8), Array(seal(session).utf8)) else {
            return nil
        }
        return session
    }
}
