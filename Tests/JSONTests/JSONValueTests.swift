import JSON
import Testing

/// Values as a program makes and reads them.
struct JSONValueTests {
    @Test func `Literals keep their order`() {
        let value: JSONValue = ["z": 1, "a": [true, nil, "x"], "m": ["k": -7]]
        #expect(text(value) == #"{"z":1,"a":[true,null,"x"],"m":{"k":-7}}"#)
    }

    @Test func `A literal with a key twice traps`() async {
        await #expect(processExitsWith: .failure) {
            let value: JSONValue = ["a": 1, "a": 2]
            print(value)
        }
    }

    @Test func `Accessors answer for their own kind only`() {
        let values: [JSONValue] = [nil, true, 7, "x", [1], ["k": 2]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.int64) == [nil, nil, 7, nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, "x", nil, nil])
        #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.object) == [nil, nil, nil, nil, nil, ["k": 2]])
        #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, 2])
    }

    @Test func `A null member is there`() {
        let value: JSONValue = ["a": nil]
        #expect(value["a"] == .null)
        #expect(value["b"] == nil)
    }

    @Test func `Members are set, replaced and removed in place`() {
        var object: JSONObject = ["a": 1, "b": 2, "c": 3]
        object["b"] = "two"
        object["d"] = 4
        object["a"] = nil
        object["x"] = nil
        #expect(object == ["b": "two", "c": 3, "d": 4])
        #expect(object.map(\.key) == ["b", "c", "d"])
        #expect(object.map(\.value) == ["two", 3, 4])
        #expect(object != ["c": 3, "b": "two", "d": 4])
    }

    @Test(
        arguments: [
            ("0", 0, 0), ("1", 1, 1), ("-1", -1, -1), ("1400", 1400, 1400),
            ("9223372036854775807", .max, .max), ("-9223372036854775808", .min, .min),
            ("9223372036854775808", nil, nil), ("-9223372036854775809", nil, nil),
            ("1.0", nil, 1), ("1099.00", nil, 1099), ("-0", nil, 0), ("-0.0", nil, 0),
            ("1e2", nil, 100),
            ("1.5e1", nil, 15), ("1200e-2", nil, 12), ("0.0012e+4", nil, 12), ("-2E3", nil, -2000),
            ("1.5", nil, nil), ("1e-1", nil, nil), ("0.1", nil, nil), ("1e400", nil, nil),
            ("1e19", nil, nil), ("1e18", nil, 1_000_000_000_000_000_000),
            ("9223372036854775807.0", nil, .max), ("92233720368547758070e-1", nil, .max),
            ("-9223372036854775808e0", nil, .min), ("9223372036854775808.0", nil, nil),
            ("9007199254740993.0", nil, 9_007_199_254_740_993), ("0e99999999999999999999", nil, 0),
            ("1e99999999999999999999", nil, nil), ("1e-99999999999999999999", nil, nil),
            ("1e-9223372036854775808", nil, nil), ("0.1e9223372036854775807", nil, nil),
            ("10e-9223372036854775808", nil, nil),
        ] as [(String, Int64?, Int64?)]
    )
    func `An integer is exact or none`(text: String, strict: Int64?, whole: Int64?) throws {
        let number = try #require(try read(text).number)
        #expect(number.int64 == strict)
        #expect(number.wholeInt64 == whole)
    }

    @Test func `A number of a hundred thousand digits costs nothing special`() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(try read(digits).int64 == nil)
        #expect(try read("1." + digits).number?.wholeInt64 == nil)
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try read("1." + zeros).number?.wholeInt64 == 1)
        #expect(try read("1\(zeros)e-100000").number?.wholeInt64 == 1)
    }

    @Test func `The writer escapes what JSON, JavaScript and line readers need`() {
        let value: JSONValue = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2027}\u{2028}\u{2029}😀"
        #expect(
            text(value)
                == #""\"\\/\u0008\u000c\n\r\t\u0000\u001f"#
                + "\u{7F}é\u{2027}" + #"\u2028\u2029"# + "😀\""
        )
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{1F}", #"\u001f"#),
        ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#), ("\u{2027}", "\u{2027}"), ("/", "/"),
    ])
    func `One character alone is escaped too`(character: String, escaped: String) {
        #expect(text(.string("a\(character)b")) == "\"a\(escaped)b\"")
    }

    @Test func `The pretty layout has one member a line`() {
        let value: JSONValue = ["a": [1, [:]], "b": [], "c": ["d": nil]]
        let expected = """
            {
              "a": [
                1,
                {}
              ],
              "b": [],
              "c": {
                "d": null
              }
            }
            """
        #expect(String(decoding: value.encoded(.pretty), as: UTF8.self) == expected)
    }

    private func text(_ value: JSONValue) -> String {
        String(decoding: value.encoded(), as: UTF8.self)
    }
}
