import Foundation

/// A migrated database with prices, for a service of its own.
public struct ServiceDatabase: Sendable {
    public let url: String
    public let server: PostgresServer

    /// Prices of the contract's sample catalogue, and some that only tests want.
    public static let prices = [
        "photo_subscription,usd,1400",
        "photo_subscription,eur,1300",
        "photo_subscription,jpy,1400",
        "photo_subscription,kwd,4300",
        "id-1,usd,1400", "id-2,usd,2000", "id-3,usd,3000", "id-4,usd,4000", "id-5,usd,5000",
        "coin,jpy,500",
        "pearl,kwd,18600",
        "palace,usd,99999999",
        "pin,usd,1",
    ]

    /// One on the shared server: a copy of a template that is made once.
    public static func fresh() async throws -> ServiceDatabase {
        let server = try await blocking { try PostgresServer.shared }
        let template = try await template.value
        let name = "shop_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        try await blocking {
            // One at a time: a template that somebody copies cannot be copied by another.
            try copying.withLock {
                _ = try server.sql(
                    "CREATE DATABASE \(name) TEMPLATE \(template)",
                    database: "postgres"
                )
            }
        }
        return ServiceDatabase(url: server.url(database: name), server: server)
    }

    /// One on a server that its test may stop.
    public static func fresh(on server: PostgresServer) async throws -> ServiceDatabase {
        let url = try await blocking { try server.createDatabase() }
        try await fill(url)
        return ServiceDatabase(url: url, server: server)
    }

    /// What psql prints, columns separated by `|`.
    public func sql(_ statement: String) async throws -> String {
        try await blocking { [url] in try PostgresServer.sql(statement, url: url) }
    }

    private static let copying = NSLock()

    private static let template = Task<String, any Error> {
        let url = try await blocking { try PostgresServer.shared.createDatabase() }
        try await fill(url)
        // The name stands between the last slash and the question mark.
        return url.split(separator: "/")
            .compactMap { part in part.split(separator: "?").first.map(String.init) }
            .first { $0.hasPrefix("test_") } ?? ""
    }

    private static func fill(_ url: String) async throws {
        try await ServiceProgram.run(["migrate"], database: url)
        try await ServiceProgram.importPrices(prices, replacing: true, database: url)
    }
}
