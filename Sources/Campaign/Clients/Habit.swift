/// What a client does with an answer that leaves it in doubt, or with none.
public enum Habit: String, CaseIterable, Sendable {
    /// Nothing: one try of each request.
    case givesUp
    case repeatsRequest
    /// The same purchase under a new key each time.
    case takesNewKey
    /// The same purchase with another card, from the second try on.
    case takesNewCard
}
