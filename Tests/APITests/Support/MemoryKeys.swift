import API
import Payments
import Telemetry

/// API keys in memory.
actor MemoryKeys: APIKeyStore {
    private var keys: [String: StoredAPIKey] = [:]
    private(set) var reads = 0
    private(set) var uses: [String] = []
    private var isAway = false

    /// Makes a key, and returns its text.
    func make(_ role: Role, named name: String = "shop") -> (id: String, text: String) {
        let made = APIKeyText.make(for: role)
        let key = APIKey(id: made.stored.id, name: name, role: role)
        keys[key.id] = StoredAPIKey(key: key, digest: made.stored.digest)
        return (key.id, made.shown.revealText())
    }

    func revoke(_ id: String) { keys[id] = nil }

    /// From now on the database does not answer.
    func goAway() { isAway = true }

    func key(_ id: String) async throws(StoreFailure) -> StoredAPIKey? {
        guard !isAway else { throw .unavailable }
        reads += 1
        return keys[id]
    }

    func noteUse(of id: String) async { uses.append(id) }
}
