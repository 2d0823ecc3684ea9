/// A Swift type that can be a parameter, alone, optional, in an array or in an array with NULLs.
public protocol SQLValue: Sendable {
    static var sqlType: SQLType { get }

    /// Appends the value in PostgreSQL's binary format; returns why PostgreSQL cannot hold it.
    func encode(into bytes: inout [UInt8]) -> String?
}

/// The object identifiers of a PostgreSQL type and of its array (`pg_type.dat`).
public struct SQLType: Sendable, Hashable {
    public let scalar: UInt32
    public let array: UInt32

    public init(scalar: UInt32, array: UInt32) {
        self.scalar = scalar
        self.array = array
    }

    static let boolean = SQLType(scalar: 16, array: 1000)
    static let bytea = SQLType(scalar: 17, array: 1001)
    static let int8 = SQLType(scalar: 20, array: 1016)
    static let int4 = SQLType(scalar: 23, array: 1007)
    static let text = SQLType(scalar: 25, array: 1009)
    static let float8 = SQLType(scalar: 701, array: 1022)
}

/// `bigint`.
extension Int64: SQLValue {
    public static var sqlType: SQLType { .int8 }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(bigEndian: self)
        return nil
    }
}

/// `bigint`.
extension Int: SQLValue {
    public static var sqlType: SQLType { .int8 }

    public func encode(into bytes: inout [UInt8]) -> String? {
        Int64(self).encode(into: &bytes)
    }
}

/// `integer`.
extension Int32: SQLValue {
    public static var sqlType: SQLType { .int4 }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(bigEndian: self)
        return nil
    }
}

/// `boolean`.
extension Bool: SQLValue {
    public static var sqlType: SQLType { .boolean }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(self ? 1 : 0)
        return nil
    }
}

/// `double precision`. Never money.
extension Double: SQLValue {
    public static var sqlType: SQLType { .float8 }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(bigEndian: bitPattern)
        return nil
    }
}

/// `text`. PostgreSQL cannot hold U+0000 in it: such a value fails its statement before it is sent.
extension String: SQLValue {
    public static var sqlType: SQLType { .text }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(contentsOf: utf8)
        return utf8.contains(0) ? "text with a NUL character" : nil
    }
}

/// `bytea`.
extension [UInt8]: SQLValue {
    public static var sqlType: SQLType { .bytea }

    public func encode(into bytes: inout [UInt8]) -> String? {
        bytes.append(contentsOf: self)
        return nil
    }
}
