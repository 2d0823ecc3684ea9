/// What to do with a group that failed: a pure table.
enum GroupRecovery: Hashable {
    /// The same group once more.
    case again
    /// Both halves on their own, so that in the end one bad row fails alone.
    case halves
    /// Each item gets the error.
    case fail

    /// How often a group that lost a conflict is tried again before it is halved. Conflicts with
    /// other instances are rare, as rows are sorted; three in a row mean something systematic.
    static let conflictRetries = 3

    init(error: DatabaseError, itemCount: Int, retriesLeft: Int) {
        switch error {
        case .statement(let state, _):
            if state.isConflict, retriesLeft > 0 {
                self = .again
            } else {
                self = state.mayBeOneRowsFault && itemCount > 1 ? .halves : .fail
            }
        case .unencodable:
            self = itemCount > 1 ? .halves : .fail
        case .notConnected, .deadlineExceeded:
            // Those whose own time is not over yet wait on; the caller takes the others out first.
            self = .again
        case .queueFull, .closed, .outcomeUnknown, .notDurable, .decoding:
            self = .fail
        }
    }
}
