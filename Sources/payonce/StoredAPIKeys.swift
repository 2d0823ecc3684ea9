import API
import PaymentStore
import Payments

/// The API keys in the database, as the API asks for them.
struct StoredAPIKeys: APIKeyStore {
    let table: APIKeyTable

    func key(_ id: String) async throws(StoreFailure) -> StoredAPIKey? {
        // A role of a newer program gives no rights in this one.
        guard let row = try await table.valid(id), let role = Role(rawValue: row.role) else {
            return nil
        }
        let key = APIKey(id: row.id, name: row.name, role: role)
        return StoredAPIKey(key: key, digest: row.digest)
    }

    func noteUse(of id: String) async {
        do throws(StoreFailure) {
            try await table.noteUse(of: id)
        } catch {
            // The last use is for people; the next minute notes it again.
        }
    }
}
