/// Scheme, host and port: what decides whether two requests can share a connection.
struct Origin: Hashable {
    let isSecure: Bool
    private let authority: String

    /// `nil` for what is not an `http` or `https` address. What follows the scheme is libcurl's to
    /// judge; two spellings of one host are two origins here, which only costs a connection.
    init?(url: String) {
        if url.hasPrefix("https://") {
            isSecure = true
        } else if url.hasPrefix("http://") {
            isSecure = false
        } else {
            return nil
        }
        let rest = url.utf8.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        guard !authority.isEmpty else { return nil }
        self.authority = String(Substring(authority))
    }
}
