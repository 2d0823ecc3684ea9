/// An API key that was proved: which one it is, not the secret.
public struct APIKey: Sendable, Hashable {
    public let id: String
    /// What its maker called it, for the record of who did what.
    public let name: String
    public let role: Role

    public init(id: String, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }
}
