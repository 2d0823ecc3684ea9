import API
import Crypto
import Foundation
import PaymentStore
import Payments
import Postgres
import Telemetry

/// What somebody who tries the service out needs to be a customer, the shop, or its people. Kept in
/// `.payonce`, so that all of it is the same at the next start.
struct DevAccess {
    let merchantKey: String
    let opsKey: String
    let customerToken: String

    static let customer = "ann"
    static let secretName = "PAYONCE_CUSTOMER_TOKEN_SECRET"
    private static let secretBytes = 32
    private static let tokenSeconds: Int64 = 24 * 3600

    /// `kind` tells the keys of one database from those of another.
    init(_ settings: Settings, _ database: Database, kind: String) async throws(Failure) {
        merchantKey = try await DevAccess.key(for: .merchant, database, kind)
        opsKey = try await DevAccess.key(for: .ops, database, kind)
        guard let token = DevAccess.customerToken(settings) else {
            preconditionFailure("the secret was drawn before")
        }
        customerToken = token
    }

    /// A token of the customer whom everybody may be who tries the service out.
    static func customerToken(_ settings: Settings) -> String? {
        guard let tokens = settings.customerTokens, let reference = CustomerReference(customer)
        else { return nil }
        let now = UTCTime.now().since1970.components.seconds
        return tokens.token(for: reference, at: now, validFor: tokenSeconds).revealText()
    }

    /// The shell's, else the one that the first start drew.
    static func tokenSecret() throws(Failure) -> String {
        let given = ProcessInfo.processInfo.environment[secretName] ?? ""
        if !given.isEmpty { return given }
        let file = Environment.home.appendingPathComponent("customer-token-secret")
        if let kept = Folder.text(of: file) { return kept }
        let secret = Hex.encode(randomBytes(secretBytes))
        try Folder.write(secret, to: file)
        return secret
    }

    /// The key of an earlier start, where this database knows it.
    private static func key(
        for role: Role,
        _ database: Database,
        _ kind: String
    ) async throws(Failure) -> String {
        let file = Environment.home.appendingPathComponent("\(kind)\(role.rawValue)-key")
        if let text = Folder.text(of: file), let key = APIKeyText(text),
            try await isValid(key.id, database)
        {
            return text
        }
        let text = try await KeysCommand.create(role, "payonce dev", database).revealText()
        try Folder.write(text, to: file)
        return text
    }

    private static func isValid(_ id: String, _ database: Database) async throws(Failure) -> Bool {
        do throws(StoreFailure) {
            return try await APIKeyTable(database: database).valid(id) != nil
        } catch {
            throw Failure("The API keys cannot be read: \(error).")
        }
    }
}
