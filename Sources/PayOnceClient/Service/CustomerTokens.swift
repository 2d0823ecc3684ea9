/// Where the shop's own tokens come from that say who the customer is.
public protocol CustomerTokens: Sendable {
    /// A token that is valid now, from the shop's server. Asked at the first request, and again
    /// when the service has refused the one before; `nil` where the customer is not signed in.
    ///
    /// - Throws: where the shop's server cannot be asked.
    func token() async throws -> Secret?
}

/// The token in use. One at a time is fetched, however many requests wait for it.
actor TokenCache {
    private let source: any CustomerTokens
    private var token: Secret?
    private var fetching: Task<Secret?, Never>?

    init(_ source: any CustomerTokens) { self.source = source }

    func current() async -> Secret? {
        if let token { return token }
        return await fetch()
    }

    /// Whether there is another token than the one that was refused.
    func renew() async -> Bool {
        let refused = token
        token = nil
        let new = await fetch()
        return new != nil && new != refused
    }

    private func fetch() async -> Secret? {
        let task =
            fetching
            ?? Task { [source] in
                do {
                    return try await source.token()
                } catch {
                    // Asked as a guest, the service says that it needs a token.
                    return nil
                }
            }
        fetching = task
        token = await task.value
        fetching = nil
        return token
    }
}
