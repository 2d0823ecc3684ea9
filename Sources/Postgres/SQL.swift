/// A statement whose text can only be written as a literal and whose holes are parameters:
/// `"SELECT n FROM t WHERE id = \(id) AND kind = ANY(\(kinds))"`.
///
/// Values never become text of the statement, so there is nothing to escape. A parameter has the
/// PostgreSQL type of its Swift type (`SQLValue`); where the column has another one, write the
/// cast: `\(when)::timestamptz`.
public struct SQL: Sendable {
    /// Text between the parameters; always one more than there are parameters.
    private(set) var pieces: [String]
    private(set) var parameters: ParameterList

    init(pieces: [String], parameters: ParameterList) {
        self.pieces = pieces
        self.parameters = parameters
    }

    /// For places that take no literal by themselves: `let sql = SQL("SELECT 1")`.
    public init(_ sql: SQL) { self = sql }

    /// The statement as the server reads it, with `$1` … in place of the parameters.
    var command: String {
        var text = pieces[0]
        for index in 1..<pieces.count {
            text += "$\(index)"
            text += pieces[index]
        }
        return text
    }

    /// Puts another fragment, with its parameters, behind this one.
    public mutating func append(_ fragment: SQL) {
        pieces[pieces.count - 1] += fragment.pieces[0]
        pieces += fragment.pieces.dropFirst()
        parameters.append(fragment.parameters)
    }

    /// Joins two fragments.
    public static func + (left: SQL, right: SQL) -> SQL {
        var joined = left
        joined.append(right)
        return joined
    }

    /// Adds to a fragment.
    public static func += (left: inout SQL, right: SQL) { left.append(right) }
}

extension SQL: ExpressibleByStringInterpolation {
    public init(stringLiteral text: StaticString) {
        self.init(pieces: [text.description], parameters: ParameterList())
    }

    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.sql
    }

    /// Builds a statement from its literal pieces and its holes.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(pieces: [""], parameters: ParameterList())

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ text: StaticString) {
            sql.pieces[sql.pieces.count - 1] += text.description
        }

        public mutating func appendInterpolation<Value: SQLValue>(_ value: Value) {
            appendParameter { $0.append(value) }
        }

        public mutating func appendInterpolation<Value: SQLValue>(_ value: Value?) {
            appendParameter { $0.append(value) }
        }

        public mutating func appendInterpolation<Value: SQLValue>(_ values: [Value]) {
            appendParameter { $0.append(values) }
        }

        public mutating func appendInterpolation<Value: SQLValue>(_ values: [Value?]) {
            appendParameter { $0.append(values) }
        }

        /// A fragment with its own parameters.
        public mutating func appendInterpolation(_ fragment: SQL) {
            sql.append(fragment)
        }

        private mutating func appendParameter(_ encode: (inout ParameterList) -> Void) {
            encode(&sql.parameters)
            sql.pieces.append("")
        }
    }
}

extension SQL: CustomStringConvertible, CustomReflectable {
    /// The text alone: values stay out of logs.
    public var description: String { command }

    public var customMirror: Mirror { Mirror(self, children: ["command": command]) }
}
