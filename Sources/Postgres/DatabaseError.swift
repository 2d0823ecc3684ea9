/// Why a group of statements gave no rows. What became of the group is in the case.
public enum DatabaseError: Error, Sendable, Hashable {
    /// Nothing took effect: there was no connection up to the deadline, or it broke before the
    /// commit was asked for.
    case notConnected(reason: String)
    /// Nothing was sent: every connection was busy up to the deadline.
    case deadlineExceeded
    /// Nothing was sent: too many requests wait already.
    case queueFull
    /// Nothing was sent: the database was closed by this program.
    case closed
    /// Nothing was sent: PostgreSQL cannot hold a parameter.
    case unencodable(reason: String)
    /// The server refused; the whole group was rolled back.
    case statement(SQLState, message: String)
    /// The connection was lost, or silent for too long, after the group was sent and before the
    /// server said that it is committed. It may be committed, or may yet be until the server's
    /// statement timeout has passed. Read before deciding.
    case outcomeUnknown(reason: String)
    /// Committed on the server that answered, but the commit came with a warning: a wait for the
    /// synchronous standby was cut short, so that a failover may lose it. Rarely the farewell of a
    /// server that was shot just after the commit is taken for such a warning.
    case notDurable(message: String)
    /// Committed, but a value was not what the program expected.
    case decoding(reason: String)
}

extension DatabaseError {
    public var isOutcomeUnknown: Bool {
        if case .outcomeUnknown = self { true } else { false }
    }

    /// Whether the group surely left no trace.
    public var hasNoEffect: Bool {
        switch self {
        case .notConnected, .deadlineExceeded, .queueFull, .closed, .unencodable, .statement: true
        case .outcomeUnknown, .notDurable, .decoding: false
        }
    }

    /// The server's code, where it was the server that refused.
    public var sqlState: SQLState? {
        if case .statement(let state, _) = self { state } else { nil }
    }
}
