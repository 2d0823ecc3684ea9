/// How far a checkout has come, as its record keeps it.
enum Stage: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing under this key has charged, and nothing is under way.
    case new
    /// A request has left that may have charged, and no answer says what came of it.
    case sent
    /// The customer has a challenge or a sheet before them. Only a further request can charge.
    case waiting
    /// The attempt is over, without money.
    case ended
    case paid

    /// A word of a later version is taken for the one that asks for most care.
    init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        self = Stage(rawValue: word) ?? .sent
    }
}
