import JSON
import Testing

/// What is refused beyond the grammar, and from whom.
struct JSONLimitsTests {
    @Test(arguments: [
        #"{"a":1,"a":2}"#,
        #"{"a":1,"\u0061":2}"#,
        #"{"x":[{"a":1,"b":2,"a":3}]}"#,
        #"{"":1,"":2}"#,
    ])
    func `A client's duplicate key is refused`(text: String) throws {
        #expect(throws: JSONError.self) { try read(text) }
        #expect(throws: Never.self) { try read(text, limits: .answer) }
    }

    @Test func `In an answer the last duplicate wins`() throws {
        let value = try read(#"{"a":1,"b":2,"\u0061":3}"#, limits: .answer)
        #expect(value == ["a": 3, "b": 2])
    }

    @Test func `Keys that only look alike are two keys`() throws {
        let value = try read(#"{"\u00e9":1,"e\u0301":2,"s\u0323\u0307":3,"s\u0307\u0323":4}"#)
        #expect(value.object?.count == 4)
        // These two have the same number of bytes, and Swift's == takes them for one.
        #expect(value["s\u{323}\u{307}"] == 3)
        #expect(value["s\u{307}\u{323}"] == 4)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
    }

    @Test(arguments: [63, 64, 65, 66, 1000])
    func `A duplicate is found in large objects too`(count: Int) throws {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }
        let object = try read("{\(members.joined(separator: ","))}")
        #expect(object.object?.keys == (0..<count).map { "key\($0)" })
        for repeated in [0, count / 2, count - 1] {
            let text = "{\(members.joined(separator: ",")),\"key\(repeated)\":-1}"
            #expect(throws: JSONError.duplicateKey("key\(repeated)")) { try read(text) }
            let answer = try read(text, limits: .answer)
            #expect(answer.object?.count == count)
            #expect(answer["key\(repeated)"] == -1)
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `Sixteen levels are the most`(opening: String, closing: String) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + "1"
                + String(repeating: closing, count: depth)
        }
        #expect(throws: Never.self) { try read(nested(15)) }
        #expect(throws: Never.self) { try read(nested(16)) }
        #expect(throws: JSONError.tooDeep(limit: 16)) { try read(nested(17)) }
        #expect(throws: Never.self) { try read(nested(64), limits: .answer) }
        #expect(throws: JSONError.tooDeep(limit: 64)) { try read(nested(65), limits: .answer) }
    }

    @Test func `Siblings do not add up to depth`() throws {
        let text = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
        #expect(try read(text).array?.count == 100)
    }

    @Test(arguments: ["[", #"{"a":"#, "[{\"a\":"])
    func `A hundred thousand brackets are an error`(opening: String) {
        let bytes = Array(String(repeating: opening, count: 100_000).utf8)
        var deepest = JSONLimits.answer
        deepest.depth = JSONLimits.deepest
        for limits in [JSONLimits.request, .answer, deepest] {
            #expect(throws: JSONError.tooDeep(limit: limits.depth)) {
                try JSONValue.parse(bytes, limits: limits)
            }
        }
    }

    @Test(arguments: [
        (#""\ud800""#, "\u{FFFD}"),
        (#""\udc00""#, "\u{FFFD}"),
        (#""a\ud800b""#, "a\u{FFFD}b"),
        (#""\ud800\u0041""#, "\u{FFFD}A"),
        (#""\ud800\n""#, "\u{FFFD}\n"),
        (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
        (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    ])
    func `Half a surrogate pair is refused or replaced`(text: String, replaced: String) throws {
        #expect {
            try read(text)
        } throws: { error in
            guard case .loneSurrogate = error as? JSONError else { return false }
            return true
        }
        #expect(try read(text, limits: .answer).string == replaced)
    }

    @Test func `NUL is refused where it could not be stored`() throws {
        #expect(throws: JSONError.nul(at: 2)) { try read(#"["\u0000"]"#) }
        #expect(throws: JSONError.nul(at: 3)) { try read(#"{"a\u0000":1}"#) }
        #expect(try read(#""a\u0000b""#, limits: .answer).string == "a\0b")
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xFF], [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func `What is not UTF-8 is refused`(bytes: [UInt8]) {
        let text = Array("[\"a".utf8) + bytes + Array("\\n\"]".utf8)
        for limits in [JSONLimits.request, .answer] {
            #expect(throws: JSONError.notUTF8(at: 1)) { try JSONValue.parse(text, limits: limits) }
        }
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x31], [0xFE, 0xFF, 0, 0x31], [0xFF, 0xFE, 0x31, 0],
            [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31], [0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `A byte order mark is refused`(bytes: [UInt8]) {
        #expect(throws: JSONError.byteOrderMark) { try JSONValue.parse(bytes, limits: .answer) }
    }

    @Test(arguments: [[0, 0x31], [0x31, 0], [0, 0, 0, 0x31], [0x31, 0, 0, 0]] as [[UInt8]])
    func `UTF-16 and UTF-32 are refused`(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue.parse(bytes, limits: .answer) }
    }

    @Test func `Errors are sentences and short`() {
        #expect(
            JSONError.malformed(at: 7, expected: .key).description
                == "The JSON is malformed at byte 7: expected a key in double quotes."
        )
        let long = JSONError.duplicateKey(String(repeating: "k", count: 10_000))
        #expect(long.description.count < 100)
    }
}
