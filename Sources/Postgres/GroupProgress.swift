/// What is known of a group that was sent: a pure machine over what the server says.
///
/// `PGRES_COMMAND_OK` of the last statement comes before the commit; only the answer to the Sync
/// says that the group is durable, and that a refused one is rolled back.
struct GroupProgress {
    private let statements: Int
    private var rows: [Rows] = []
    private var failure: DatabaseError?

    init(statements: Int) { self.statements = statements }

    /// Whether every statement has had its rows; the commit is still to come.
    var hasAllRows: Bool { rows.count == statements }

    enum Event {
        case rows(Rows)
        case refused(SQLState, message: String)
        /// A statement behind a refused one (`PGRES_PIPELINE_ABORTED`).
        case skipped
        /// The answer to the Sync, and the warnings that came since the last statement's result:
        /// those of the commit.
        case synced(warnings: [String])
        case lost(reason: String)
    }

    /// Takes the next news; returns the group's result once there is one.
    mutating func received(_ event: Event) -> Result<[Rows], DatabaseError>? {
        switch event {
        case .rows(let rows):
            self.rows.append(rows)
        case .refused(let state, let message):
            failure = failure ?? .statement(state, message: message)
        case .skipped:
            break
        case .synced(let warnings):
            return result(warnings: warnings)
        case .lost(let reason):
            return .failure(.outcomeUnknown(reason: reason))
        }
        return nil
    }

    private func result(warnings: [String]) -> Result<[Rows], DatabaseError> {
        if let failure { return .failure(failure) }
        if let warning = warnings.first { return .failure(.notDurable(message: warning)) }
        guard hasAllRows else {
            let reason = "\(rows.count) results for \(statements) statements"
            return .failure(.outcomeUnknown(reason: reason))
        }
        return .success(rows)
    }
}
