/// Where the shop wants to be told what came of payments: an address that the operator chose.
public struct ShopAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private static let longest = 2048

    /// `nil` for what is not `https`, or plain `http` to this very machine; and for a user's name
    /// in it, which would be a password in the settings, or a host dressed up as another.
    public init?(_ text: String) {
        guard text.utf8.count <= ShopAddress.longest,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#"),
            !text.contains("\\")
        else { return nil }
        if let rest = ShopAddress.rest(of: text, after: "https://") {
            guard !ShopAddress.host(in: rest).isEmpty else { return nil }
        } else if let rest = ShopAddress.rest(of: text, after: "http://") {
            guard ShopAddress.isLoopback(ShopAddress.host(in: rest)) else { return nil }
        } else {
            return nil
        }
        description = text
    }

    private static func rest(of text: String, after scheme: String) -> Substring? {
        text.hasPrefix(scheme) ? text.dropFirst(scheme.count) : nil
    }

    /// The host without its port; empty where there is none, or where it is not plain.
    private static func host(in rest: Substring) -> Substring {
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { return "" }
        if authority.hasPrefix("[") {
            return authority.firstIndex(of: "]").map { authority[...$0] } ?? ""
        }
        return authority.prefix { $0 != ":" }
    }

    /// Names of this machine that cannot lead to another one, so that nobody on the way reads what
    /// is sent. Not all of 127.0.0.0/8 by its prefix: `127.0.0.1.example.com` has it too.
    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host == "127.0.0.1" || host == "[::1]"
    }
}
