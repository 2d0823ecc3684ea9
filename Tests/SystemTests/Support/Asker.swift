import TestKit

/// Everybody who may send a request, and what they send to prove who they are.
struct Asker: Sendable, CustomStringConvertible {
    let name: String
    /// Their token or key; `nil` where they bring none.
    private let bearer: String?

    var description: String { name }
    var proof: String { bearer ?? "" }
    var fields: [(name: String, value: String)] {
        bearer.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    init(_ name: String, bearer: String? = nil) {
        self.name = name
        self.bearer = bearer
    }

    static let guest = Asker("a guest")
}

extension HttpCall {
    /// The same request from somebody.
    func by(_ asker: Asker) -> HttpCall {
        var call = self
        call.fields += asker.fields
        return call
    }
}

extension Shop {
    /// What a shop with customers is opened with.
    static let customers = ["PAYONCE_CUSTOMER_TOKEN_SECRET": "0123456789abcdef0123456789abcdef"]

    /// A customer who has signed in.
    func customer(_ reference: String, ttl: String = "1h") async throws -> Asker {
        let token = try await ServiceProgram.run(
            ["token", "--customer-ref", reference, "--ttl", ttl],
            database: database.url,
            settings: Shop.customers
        )
        return Asker(reference, bearer: token.withoutBreaks)
    }

    /// An API key, as `payonce keys create` shows it.
    func key(_ role: String, named name: String = "test") async throws -> Asker {
        let text = try await ServiceProgram.run(
            ["keys", "create", "--role", role, "--name", name],
            database: database.url
        )
        return Asker("a \(role) key", bearer: text.withoutBreaks)
    }
}

extension String {
    /// The only word of a line.
    fileprivate var withoutBreaks: String { String(prefix { !$0.isNewline }) }
}
