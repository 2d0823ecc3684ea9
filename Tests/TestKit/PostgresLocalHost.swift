import Foundation

/// A database URL that names this machine; tests make and drop databases, which nobody wants to
/// happen elsewhere.
struct LocalHost {
    /// The URL with `%@` in place of the database's name.
    let baseURL: String

    /// `nil` where the URL names another machine, or is none.
    init?(ofURL text: String) {
        guard var parts = URLComponents(string: text), parts.scheme?.hasPrefix("postgres") == true
        else { return nil }
        let query = parts.queryItems ?? []
        let named =
            [parts.host] + query.filter { ["host", "hostaddr"].contains($0.name) }.map(\.value)
        let hosts = named.compactMap(\.self).filter { !$0.isEmpty }
        guard hosts.allSatisfy(LocalHost.isLocal) else { return nil }
        parts.path = "/PAYONCE_DATABASE"
        guard let url = parts.string else { return nil }
        baseURL = url.replacingOccurrences(of: "PAYONCE_DATABASE", with: "%@")
    }

    private static func isLocal(_ host: String) -> Bool {
        host.hasPrefix("/") || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
