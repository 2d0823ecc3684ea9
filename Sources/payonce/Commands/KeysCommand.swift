import API
import PaymentStore
import Payments
import Postgres
import Telemetry

/// `payonce keys`: who may ask in the shop's name.
enum KeysCommand {
    /// Long enough to say which server or person it is, short enough for a line.
    private static let longestName = 100

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--role", "--name"])
        switch (arguments.rest.first, arguments.rest.count) {
        case ("create", 1):
            let role = try role(arguments)
            let name = try name(arguments)
            return try await Work.withDatabase { database throws(Failure) in
                Console.say(try await create(role, name, database).revealText())
                return 0
            }
        case ("list", 1):
            return try await Work.withDatabase { database throws(Failure) in
                try await list(database)
            }
        case ("revoke", 2):
            let id = arguments.rest[1]
            return try await Work.withDatabase { database throws(Failure) in
                try await revoke(id, database)
            }
        case _: throw UsageError("Say create --role ops|merchant --name N, list, or revoke ID.")
        }
    }

    /// Makes a key.
    ///
    /// - Returns: its text, which is stored nowhere.
    static func create(
        _ role: Role,
        _ name: String,
        _ database: Database
    ) async throws(Failure) -> Secret {
        let key = APIKeyText.make(for: role)
        try await stored { () async throws(StoreFailure) in
            try await APIKeyTable(database: database).add(
                id: key.stored.id,
                role: role.rawValue,
                name: name,
                digest: key.stored.digest
            )
        }
        return key.shown
    }

    private static func list(_ database: Database) async throws(Failure) -> Int32 {
        let keys = try await stored { () async throws(StoreFailure) in
            try await APIKeyTable(database: database).all()
        }
        for key in keys {
            let used = key.times.usedMicroseconds.map { "used \(time($0))" } ?? "never used"
            let revoked = key.times.revokedMicroseconds.map { "  revoked \(time($0))" } ?? ""
            let created = "created \(time(key.times.createdMicroseconds))"
            Console.say("\(key.id)  \(key.role)  \(key.name)  \(created)  \(used)\(revoked)")
        }
        return 0
    }

    private static func revoke(_ id: String, _ database: Database) async throws(Failure) -> Int32 {
        let isKnown = try await stored { () async throws(StoreFailure) in
            try await APIKeyTable(database: database).revoke(id)
        }
        guard isKnown else {
            Console.complain("There is no key \(id). `payonce keys list` shows them all.")
            return 1
        }
        Console.say("\(id) is revoked; running services refuse it within 10 s.")
        return 0
    }

    private static func role(_ arguments: Arguments) throws(UsageError) -> Role {
        guard let role = arguments.value(of: "--role").flatMap(Role.init) else {
            throw UsageError("--role takes ops or merchant.")
        }
        return role
    }

    /// It is printed in lists and logged with what the key did.
    private static func name(_ arguments: Arguments) throws(UsageError) -> String {
        guard let name = arguments.value(of: "--name"),
            (1...longestName).contains(name.unicodeScalars.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw UsageError("--name takes 1 to \(longestName) visible characters.") }
        return name
    }

    private static func time(_ unixMicroseconds: Int64) -> String {
        UTCTime(since1970: .microseconds(unixMicroseconds)).description
    }

    private static func stored<Value>(
        _ work: () async throws(StoreFailure) -> Value
    ) async throws(Failure) -> Value {
        do throws(StoreFailure) {
            return try await work()
        } catch {
            throw Failure("The database does not do it: \(error).")
        }
    }
}
