import Crypto
import Payments

/// The API keys that came lately. A shop's server asks often and with the same one, so it is read
/// from the database once in a few seconds, and that long a revoked one may still be taken.
actor KeyRing {
    private let store: any APIKeyStore
    private var known: [String: Entry] = [:]

    private struct Entry {
        let stored: StoredAPIKey
        let readAt: Duration
        var notedAt: Duration?
    }

    /// How long a revocation may go unnoticed; the README promises ten seconds, and a request that
    /// was let in may take a while.
    static let freshness: Duration = .seconds(5)
    /// The last use is for people who wonder whether a key is still needed.
    static let noteInterval: Duration = .seconds(60)
    /// Only keys that exist are kept, and no shop has as many.
    static let most = 1024

    init(_ store: any APIKeyStore) {
        self.store = store
    }

    /// Which key the text is; `nil` where it is none that is valid.
    func key(_ text: APIKeyText, at now: Duration) async throws(StoreFailure) -> APIKey? {
        guard let stored = try await stored(text.id, at: now),
            constantTimeEquals(stored.digest, text.digest)
        else { return nil }
        await noteUse(of: text.id, at: now)
        return stored.key
    }

    /// The key of that id, whose text was proved before; `nil` where it is not valid any more.
    func key(_ id: String, at now: Duration) async throws(StoreFailure) -> APIKey? {
        guard let stored = try await stored(id, at: now) else { return nil }
        await noteUse(of: id, at: now)
        return stored.key
    }

    private func stored(
        _ id: String,
        at now: Duration
    ) async throws(StoreFailure) -> StoredAPIKey? {
        if let entry = known[id], now - entry.readAt < KeyRing.freshness { return entry.stored }
        guard let stored = try await store.key(id) else {
            known[id] = nil
            return nil
        }
        if known[id] == nil, known.count >= KeyRing.most { known = [:] }
        known[id] = Entry(stored: stored, readAt: now, notedAt: known[id]?.notedAt)
        return stored
    }

    /// Noted before it is written, so that of many requests at once one writes.
    private func noteUse(of id: String, at now: Duration) async {
        if let notedAt = known[id]?.notedAt, now - notedAt < KeyRing.noteInterval { return }
        known[id]?.notedAt = now
        await store.noteUse(of: id)
    }
}
