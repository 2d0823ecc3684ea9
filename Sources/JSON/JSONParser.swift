/// Reads a text from left to right, once. Strings and numbers are in files of their own.
struct JSONParser {
    let bytes: [UInt8]
    let limits: JSONLimits
    var position = 0
    private var depth = 0

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        guard !startsWithByteOrderMark else { throw .byteOrderMark }
        let value = try value()
        skipWhitespace()
        guard position == bytes.count else { throw malformed(.end) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipWhitespace()
        switch try current() {
        case UInt8(ascii: "{"): return try nested(JSONParser.object)
        case UInt8(ascii: "["): return try nested(JSONParser.array)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default: throw malformed(.value)
        }
    }

    /// The bound holds before the stack grows.
    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < limits.depth else { throw .tooDeep(limit: limits.depth) }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private static func array(_ parser: inout JSONParser) throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        guard try !parser.closes(with: UInt8(ascii: "]")) else { return .array(elements) }
        repeat {
            elements.append(try parser.value())
        } while try parser.continues(until: UInt8(ascii: "]"))
        return .array(elements)
    }

    /// Most objects have no more; room for them is made at once.
    private static let usualMembers = 8

    private static func object(_ parser: inout JSONParser) throws(JSONError) -> JSONValue {
        var object = JSONObject()
        var index = KeyIndex()
        guard try !parser.closes(with: UInt8(ascii: "}")) else { return .object(object) }
        object.reserveCapacity(JSONParser.usualMembers)
        repeat {
            let key = try parser.key()
            let place = index.place(of: key, in: object)
            if place != nil, parser.limits.refusesDuplicateKeys { throw .duplicateKey(key) }
            let value = try parser.value()
            if let place {
                object.replaceValue(at: place, with: value)
            } else {
                object.append(key, value)
            }
        } while try parser.continues(until: UInt8(ascii: "}"))
        return .object(object)
    }

    /// A key and the colon after it.
    private mutating func key() throws(JSONError) -> String {
        skipWhitespace()
        guard try current() == UInt8(ascii: "\"") else { throw malformed(.key) }
        let key = try string()
        skipWhitespace()
        guard try current() == UInt8(ascii: ":") else { throw malformed(.colon) }
        position += 1
        return key
    }

    /// Whether the array or object is empty.
    private mutating func closes(with bracket: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        guard try current() == bracket else { return false }
        position += 1
        return true
    }

    /// Takes the comma (true) or the bracket (false) after an element.
    private mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        let byte = try current()
        guard byte == bracket || byte == UInt8(ascii: ",") else { throw malformed(.commaOrBracket) }
        position += 1
        return byte != bracket
    }

    private mutating func word(
        _ word: String,
        _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        for expected in word.utf8 {
            guard try current() == expected else { throw malformed(.value) }
            position += 1
        }
        return value
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position += 1
            default:
                return
            }
        }
    }

    func current() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw .endsTooEarly }
        return bytes[position]
    }

    func malformed(_ expected: JSONExpectation) -> JSONError {
        .malformed(at: position, expected: expected)
    }

    private var startsWithByteOrderMark: Bool {
        let marks: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF],
        ]
        return marks.contains { bytes.starts(with: $0) }
    }
}
