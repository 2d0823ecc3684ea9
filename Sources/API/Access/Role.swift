/// What an API key is for. `ops` may do all that `merchant` may.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// The shop's own server.
    case merchant
    /// People who look after payments.
    case ops
}
