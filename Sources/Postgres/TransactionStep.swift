/// A part of an explicit transaction.
public enum TransactionStep: Sendable {
    case script(SQLScript)
    case statement(SQL)
}
