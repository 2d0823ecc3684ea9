import JSON
import Testing

/// RFC 8259, corner by corner.
struct JSONGrammarTests {
    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "1.0", "0.5", "1e5", "1E5", "1e+5", "1E-5", "1E+400", "-0.0e-0",
        "123456789012345678901234567890", "0.00000000000000000000000000000000000001",
    ])
    func `A number is kept as written`(text: String) throws {
        #expect(try read(text).number?.text == text)
        #expect(try read("[\(text)]").encoded() == Array("[\(text)]".utf8))
    }

    @Test(arguments: [
        "01", "-01", "1.", ".5", "-.5", "+1", "1e", "1e+", "-", "--1", "1.e5", "0x10", "1_000",
        "1,5",
        "NaN", "Infinity", "-Infinity", "1.5.5", "1e5.5", "١", "1 2",
    ])
    func `Whatever only looks like a number is refused`(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
        #expect(throws: JSONError.self) { try read("[\(text), 2, ]") }
    }

    @Test(arguments: [
        (#""""#, ""),
        (#""a/b""#, "a/b"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u00e9\u00E9é""#, "ééé"),
        (#""\u20ac""#, "€"),
        (#""\ud83d\ude00\uD83D\uDE00""#, "😀😀"),
        (#""\uffff\ue000\ud7ff""#, "\u{FFFF}\u{E000}\u{D7FF}"),
        ("\"\u{7F}\u{A0}\u{2028}\"", "\u{7F}\u{A0}\u{2028}"),
    ])
    func `A string is unescaped`(text: String, expected: String) throws {
        let value = try #require(try read(text).string)
        #expect(Array(value.utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        (#"["\x"]"#, JSONError.malformed(at: 3, expected: .escape)),
        (#"["\U0041"]"#, .malformed(at: 3, expected: .escape)),
        (#"["\u00g0"]"#, .malformed(at: 6, expected: .hexDigit)),
        (#"["\u+041"]"#, .malformed(at: 4, expected: .hexDigit)),
        ("[\"a\nb\"]", .controlCharacter(at: 3)),
        ("[\"\u{0}\"]", .controlCharacter(at: 2)),
        ("[\"\u{1F}\"]", .controlCharacter(at: 2)),
        ("['a']", .malformed(at: 1, expected: .value)),
        ("[1,]", .malformed(at: 3, expected: .value)),
        ("[,1]", .malformed(at: 1, expected: .value)),
        ("[1 2]", .malformed(at: 3, expected: .commaOrBracket)),
        ("[1}", .malformed(at: 2, expected: .commaOrBracket)),
        (#"{"a" 1}"#, .malformed(at: 5, expected: .colon)),
        (#"{"a":1,}"#, .malformed(at: 7, expected: .key)),
        ("{a:1}", .malformed(at: 1, expected: .key)),
        ("{1:1}", .malformed(at: 1, expected: .key)),
        ("nul", .endsTooEarly),
        ("nulL", .malformed(at: 3, expected: .value)),
        ("True", .malformed(at: 0, expected: .value)),
        ("/**/1", .malformed(at: 0, expected: .value)),
        ("1 // one", .malformed(at: 2, expected: .end)),
        ("{} {}", .malformed(at: 3, expected: .end)),
        ("1\u{0}", .malformed(at: 1, expected: .end)),
        ("\u{A0}1", .malformed(at: 0, expected: .value)),
        ("\u{B}1", .malformed(at: 0, expected: .value)),
        ("", .endsTooEarly),
        (" \t\r\n", .endsTooEarly),
    ])
    func `The fault is named with its place`(text: String, fault: JSONError) {
        #expect(throws: fault) { try read(text) }
    }

    @Test func `White space is allowed around every token`() throws {
        let spaced = " \t{\r\n \"a\" : [ 1 , { } , [ ] ] , \"b\" : null }\n\r\t "
        #expect(try read(spaced) == ["a": [1, [:], []], "b": nil])
    }

    @Test(arguments: pythonVerdicts)
    func `Python reads the same`(text: String, reading: String?) throws {
        var limits = JSONLimits.answer
        limits.depth = 100
        guard let reading else {
            #expect(throws: JSONError.self) {
                try JSONValue.parse(Array(text.utf8), limits: limits)
            }
            return
        }
        let value = try JSONValue.parse(Array(text.utf8), limits: limits)
        #expect(String(decoding: value.encoded(), as: UTF8.self) == reading)
    }
}

func read(_ text: String, limits: JSONLimits = .request) throws(JSONError) -> JSONValue {
    try JSONValue.parse(Array(text.utf8), limits: limits)
}
