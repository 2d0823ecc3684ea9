/// One row; columns are counted from 0.
///
/// Every accessor throws `DatabaseError.decoding` where the column does not exist, has another type
/// or, unless the name says `optional`, is NULL. `numeric`, `uuid` and the like have none: cast
/// them in the statement (`::text`, `::bigint`).
public struct Row: Sendable {
    let result: ServerResult
    let index: Int

    /// `bigint`, `integer` or `smallint`.
    public func int64(_ column: Int) throws(DatabaseError) -> Int64 {
        try present(optionalInt64(column), column)
    }

    /// `bigint`, `integer` or `smallint`.
    public func optionalInt64(_ column: Int) throws(DatabaseError) -> Int64? {
        guard let type = try typeOfPresent(column) else { return nil }
        guard ColumnType.integers.contains(type) else { throw mismatch(column, "an integer") }
        return result.integer(row: index, column: column)
    }

    /// `text`, `varchar`, `char(n)`, `name`, `json` or `jsonb`.
    public func string(_ column: Int) throws(DatabaseError) -> String {
        try present(optionalString(column), column)
    }

    /// `text`, `varchar`, `char(n)`, `name`, `json` or `jsonb`.
    public func optionalString(_ column: Int) throws(DatabaseError) -> String? {
        guard let type = try typeOfPresent(column) else { return nil }
        if ColumnType.texts.contains(type) { return result.text(row: index, column: column) }
        guard type == ColumnType.jsonb else { throw mismatch(column, "text") }
        // The binary form of jsonb is its text behind a version byte.
        return result.text(row: index, column: column, skipping: 1)
    }

    /// `bytea`.
    public func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
        try present(optionalBytes(column), column)
    }

    /// `bytea`.
    public func optionalBytes(_ column: Int) throws(DatabaseError) -> [UInt8]? {
        guard let type = try typeOfPresent(column) else { return nil }
        guard type == SQLType.bytea.scalar else { throw mismatch(column, "bytea") }
        return result.bytes(row: index, column: column)
    }

    /// `boolean`.
    public func bool(_ column: Int) throws(DatabaseError) -> Bool {
        try present(optionalBool(column), column)
    }

    /// `boolean`.
    public func optionalBool(_ column: Int) throws(DatabaseError) -> Bool? {
        guard let type = try typeOfPresent(column) else { return nil }
        guard type == SQLType.boolean.scalar else { throw mismatch(column, "boolean") }
        return result.integer(row: index, column: column) != 0
    }

    /// `double precision`.
    public func double(_ column: Int) throws(DatabaseError) -> Double {
        try present(optionalDouble(column), column)
    }

    /// `double precision`.
    public func optionalDouble(_ column: Int) throws(DatabaseError) -> Double? {
        guard let type = try typeOfPresent(column) else { return nil }
        guard type == SQLType.float8.scalar else { throw mismatch(column, "double precision") }
        return result.integer(row: index, column: column).map {
            Double(bitPattern: UInt64(bitPattern: $0))
        }
    }

    /// `timestamptz` as microseconds since 1970-01-01 00:00 UTC.
    public func unixMicroseconds(_ column: Int) throws(DatabaseError) -> Int64 {
        try present(optionalUnixMicroseconds(column), column)
    }

    /// `timestamptz` as microseconds since 1970-01-01 00:00 UTC; its infinities are refused.
    public func optionalUnixMicroseconds(_ column: Int) throws(DatabaseError) -> Int64? {
        guard let type = try typeOfPresent(column) else { return nil }
        guard type == ColumnType.timestamptz,
            let sincePostgresEpoch = result.integer(row: index, column: column)
        else { throw mismatch(column, "timestamptz") }
        // PostgreSQL counts from 2000-01-01; the two infinities are the ends of Int64.
        let (value, overflow) = sincePostgresEpoch.addingReportingOverflow(946_684_800_000_000)
        guard !overflow, sincePostgresEpoch != .min else { throw mismatch(column, "finite") }
        return value
    }

    public func isNull(_ column: Int) throws(DatabaseError) -> Bool {
        try typeOfPresent(column) == nil
    }

    /// The column's type; `nil` where the value is NULL.
    private func typeOfPresent(_ column: Int) throws(DatabaseError) -> UInt32? {
        guard (0..<result.columnCount).contains(column) else {
            throw .decoding(reason: "column \(column) of \(result.columnCount)")
        }
        return result.isNull(row: index, column: column) ? nil : result.type(ofColumn: column)
    }

    private func present<Value>(_ value: Value?, _ column: Int) throws(DatabaseError) -> Value {
        guard let value else { throw mismatch(column, "a value") }
        return value
    }

    private func mismatch(_ column: Int, _ wanted: String) -> DatabaseError {
        let name = result.name(ofColumn: column)
        let type = result.type(ofColumn: column)
        return .decoding(reason: "column \(column) (\(name), type \(type)) is not \(wanted)")
    }
}

/// Object identifiers of the types that are only ever read (`pg_type.dat`).
private enum ColumnType {
    static let integers: [UInt32] = [20, 21, 23]
    static let texts: [UInt32] = [25, 1043, 1042, 19, 114]
    static let jsonb: UInt32 = 3802
    static let timestamptz: UInt32 = 1184
}
