/// Why a text is not accepted as JSON. Offsets count bytes from 0.
public enum JSONError: Error, Hashable, Sendable {
    /// The text ends where the value does not, or is empty.
    case endsTooEarly
    case malformed(at: Int, expected: JSONExpectation)
    /// The text starts with a mark of UTF-8, UTF-16 or UTF-32. RFC 8259 section 8.1: none is sent.
    case byteOrderMark
    /// The string that starts there is not UTF-8.
    case notUTF8(at: Int)
    /// A control character stands in a string without an escape.
    case controlCharacter(at: Int)
    case tooDeep(limit: Int)
    case duplicateKey(String)
    /// A string holds half of a surrogate pair; it stands for no character.
    case loneSurrogate(at: Int)
    /// A string holds U+0000.
    case nul(at: Int)
}

extension JSONError: CustomStringConvertible {
    /// One sentence for the person who wrote the text.
    public var description: String {
        switch self {
        case .endsTooEarly:
            "The JSON ends too early."
        case .malformed(let offset, let expected):
            "The JSON is malformed at byte \(offset): expected \(expected.rawValue)."
        case .byteOrderMark:
            "The JSON starts with a byte order mark; send plain UTF-8."
        case .notUTF8(let offset):
            "The JSON string that starts at byte \(offset) is not valid UTF-8."
        case .controlCharacter(let offset):
            "The JSON has an unescaped control character in a string, at byte \(offset)."
        case .tooDeep(let limit):
            "The JSON is nested more than \(limit) levels deep."
        case .duplicateKey(let key):
            "The JSON has the key \"\(key.prefix(JSONError.shownKeyLength))\" twice in one object."
        case .loneSurrogate(let offset):
            "The JSON has half of a surrogate pair in a string, at byte \(offset)."
        case .nul(let offset):
            "The JSON has the character U+0000 in a string, at byte \(offset)."
        }
    }

    /// Enough to recognise a key; a body must not fill our answers and logs.
    private static let shownKeyLength = 40
}
