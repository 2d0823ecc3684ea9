import Postgres

/// Reads the columns of a row one after the other, so that a statement and its reader name them in
/// the same order and nobody counts.
struct ColumnReader {
    private let row: Row
    private var column = 0

    init(_ row: Row) { self.row = row }

    mutating func int64() throws(DatabaseError) -> Int64 { try row.int64(next()) }
    mutating func optionalInt64() throws(DatabaseError) -> Int64? { try row.optionalInt64(next()) }
    mutating func string() throws(DatabaseError) -> String { try row.string(next()) }
    mutating func optionalString() throws(DatabaseError) -> String? {
        try row.optionalString(next())
    }
    mutating func bytes() throws(DatabaseError) -> [UInt8] { try row.bytes(next()) }
    mutating func optionalBytes() throws(DatabaseError) -> [UInt8]? {
        try row.optionalBytes(next())
    }
    mutating func bool() throws(DatabaseError) -> Bool { try row.bool(next()) }
    mutating func optionalBool() throws(DatabaseError) -> Bool? { try row.optionalBool(next()) }
    mutating func unixMicroseconds() throws(DatabaseError) -> Int64 {
        try row.unixMicroseconds(next())
    }
    mutating func optionalUnixMicroseconds() throws(DatabaseError) -> Int64? {
        try row.optionalUnixMicroseconds(next())
    }

    /// An age in microseconds.
    mutating func age() throws(DatabaseError) -> Duration { .microseconds(try int64()) }

    /// A text that has to be the name of something.
    mutating func name<Value>(
        _ make: (String) -> Value?
    ) throws(DatabaseError) -> Value {
        try named(string(), make)
    }

    /// A text that is absent or has to be the name of something.
    mutating func optionalName<Value>(
        _ make: (String) -> Value?
    ) throws(DatabaseError) -> Value? {
        guard let text = try optionalString() else { return nil }
        return try named(text, make)
    }

    private func named<Value>(
        _ text: String,
        _ make: (String) -> Value?
    ) throws(DatabaseError) -> Value {
        // The text stays out of the error: it may be a secret.
        guard let value = make(text) else {
            throw .decoding(reason: "column \(column - 1) is no \(Value.self)")
        }
        return value
    }

    private mutating func next() -> Int {
        defer { column += 1 }
        return column
    }
}
