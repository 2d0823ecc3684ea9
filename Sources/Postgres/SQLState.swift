/// The five characters with which PostgreSQL names an error
/// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
public struct SQLState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The first two characters: the kind of trouble.
    public var errorClass: Substring { rawValue.prefix(2) }

    public static let readOnlyTransaction = SQLState(rawValue: "25006")
    public static let notNullViolation = SQLState(rawValue: "23502")
    public static let foreignKeyViolation = SQLState(rawValue: "23503")
    public static let featureNotSupported = SQLState(rawValue: "0A000")
    public static let uniqueViolation = SQLState(rawValue: "23505")
    public static let checkViolation = SQLState(rawValue: "23514")
    public static let divisionByZero = SQLState(rawValue: "22012")
    public static let invalidStatementName = SQLState(rawValue: "26000")
    public static let duplicatePreparedStatement = SQLState(rawValue: "42P05")
    public static let serializationFailure = SQLState(rawValue: "40001")
    public static let deadlockDetected = SQLState(rawValue: "40P01")
    public static let syntaxError = SQLState(rawValue: "42601")
    public static let undefinedColumn = SQLState(rawValue: "42703")
    public static let undefinedTable = SQLState(rawValue: "42P01")
    public static let diskFull = SQLState(rawValue: "53100")
    public static let tooManyConnections = SQLState(rawValue: "53300")
    public static let lockNotAvailable = SQLState(rawValue: "55P03")
    public static let queryCanceled = SQLState(rawValue: "57014")
    public static let adminShutdown = SQLState(rawValue: "57P01")
    public static let crashShutdown = SQLState(rawValue: "57P02")
    public static let cannotConnectNow = SQLState(rawValue: "57P03")
    /// For a refusal that came without a code, which PostgreSQL itself does not send.
    public static let missing = SQLState(rawValue: "")

    /// What a prepared statement can meet and the same one unprepared cannot: a pooler handed over
    /// to another server, or a migration changed the type of a column that it returns.
    var isAboutPreparation: Bool {
        self == .invalidStatementName || self == .duplicatePreparedStatement
            || self == .featureNotSupported
    }

    /// Two transactions stood in each other's way: the same again may succeed.
    public var isConflict: Bool { self == .serializationFailure || self == .deadlockDetected }

    /// Whether one row of a group may have caused this, so that the others can succeed without it.
    ///
    /// Not so where the server as a whole is in trouble: read-only (25), out of resources (53),
    /// a lock or time limit (55, 57), its disk or itself broken (58, XX). Trying row by row would
    /// only add to that.
    public var mayBeOneRowsFault: Bool {
        !["25", "53", "55", "57", "58", "XX"].contains(errorClass)
    }
}
