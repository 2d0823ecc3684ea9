import CPostgres

/// BEGIN, the steps, COMMIT on a connection that waits for each answer.
struct Transaction {
    let link: Link

    func run(_ steps: [TransactionStep]) -> Result<[Rows], DatabaseError> {
        do throws(DatabaseError) {
            try execute("BEGIN")
            var rows: [Rows] = []
            for step in steps {
                switch step {
                case .script(let script): try execute(script.text)
                case .statement(let sql): rows.append(try execute(sql))
                }
            }
            try commit()
            return .success(rows)
        } catch {
            // The connection is closed after this, which rolls back what is open.
            return .failure(error)
        }
    }

    private func execute(_ script: String) throws(DatabaseError) {
        _ = try check(link.execute(script))
        // Outside of a transaction now, a script has ended it.
        guard link.isInTransaction else {
            throw .outcomeUnknown(reason: "a script ended its transaction")
        }
    }

    private func execute(_ sql: SQL) throws(DatabaseError) -> Rows {
        try sql.parameters.check()
        return Rows(try check(link.execute(sql)))
    }

    private func commit() throws(DatabaseError) {
        _ = link.takeWarnings()
        guard let result = link.execute("COMMIT"), !link.isBroken else {
            throw .outcomeUnknown(reason: link.errorMessage)
        }
        guard result.status == PGRES_COMMAND_OK else {
            throw .statement(result.sqlState, message: result.message)
        }
        guard result.commandTag == "COMMIT" else {
            throw .statement(.missing, message: "the transaction was rolled back")
        }
        if let warning = link.takeWarnings().first { throw .notDurable(message: warning) }
    }

    /// Before the COMMIT: a lost connection is a rollback.
    private func check(_ result: ServerResult?) throws(DatabaseError) -> ServerResult {
        guard let result, !link.isBroken else { throw .notConnected(reason: link.errorMessage) }
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return result
        default: throw .statement(result.sqlState, message: result.message)
        }
    }
}
