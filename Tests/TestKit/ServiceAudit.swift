/// What `payonce` said that compared a service's book with a simulator's, or put something right.
public struct ServiceAudit: Sendable {
    /// 0: nothing is open; 1: something is; 2: it could not be completed.
    public let status: Int32
    public let output: String

    /// Kind and subject of what is open.
    public var open: [String] {
        output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 2, words[0] == "open" else { return nil }
            return "\(words[1]) \(words[2])"
        }
    }

    public static func run(
        _ words: [String],
        database: String,
        stripe: UInt16
    ) async throws -> ServiceAudit {
        let environment = [
            "DATABASE_URL": database,
            "STRIPE_API_BASE": "http://127.0.0.1:\(stripe)",
            "STRIPE_SECRET_KEY": "sk_test_system",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_system",
            "HOME": "/nonexistent",
        ]
        let child = try await ProcessChild(
            [ServiceProgram.path] + words,
            environment: environment
        )
        let status = try await child.exit()
        return ServiceAudit(status: status, output: child.output)
    }
}
