import JSON
import Testing

@testable import StripeSimulator

@Suite struct FormParserTests {
    static let good: [(String, JSONValue)] = [
        ("", [:]),
        ("a=1", ["a": "1"]),
        ("a=1&b=", ["a": "1", "b": ""]),
        ("a", ["a": ""]),
        ("a=1=2", ["a": "1=2"]),
        ("a=x+y%2B%25%C3%A9", ["a": "x y+%é"]),
        ("a[b]=1&a[c]=2", ["a": ["b": "1", "c": "2"]]),
        ("a[b][c]=1&a[b][d]=2", ["a": ["b": ["c": "1", "d": "2"]]]),
        ("a[]=1&a[]=2", ["a": ["1", "2"]]),
        ("a%5Bb%5D=1", ["a": ["b": "1"]]),
        // Rack takes the last of two.
        ("a=1&a=2", ["a": "2"]),
    ]

    @Test(arguments: good)
    func readsBrackets(form: String, expected: JSONValue) throws {
        #expect(FormValue.map(try FormParser.parse(form.utf8)).json == expected)
    }

    static let bad: [(String, FormError)] = [
        ("a=%", .badEncoding),
        ("a=%4", .badEncoding),
        ("a=%zz", .badEncoding),
        ("a=%ff", .badEncoding),
        ("a[b=1", .badName("a[b")),
        ("a[b]c=1", .badName("a[b]c")),
        ("a=1&a[b]=2", .badName("a[b]")),
        ("a[b]=1&a[]=2", .badName("a[]")),
        ("a[]=1&a=2", .badName("a")),
        ("a[b[c]]=2", .badName("a[b[c]]")),
        ("a[1][2][3][4][5][6][7][8]=1", .tooDeep(limit: 8)),
    ]

    @Test(arguments: bad)
    func refusesWhatIsNoForm(form: String, error: FormError) {
        #expect(throws: error) { try FormParser.parse(form.utf8) }
    }

    @Test func refusesMoreFieldsThanAnyCallHas() throws {
        let fields = (0...FormParser.fieldLimit).map { "a\($0)=1" }
        #expect(throws: FormError.tooManyFields(limit: FormParser.fieldLimit)) {
            try FormParser.parse(fields.joined(separator: "&").utf8)
        }
        let most = fields.dropLast().joined(separator: "&")
        #expect(try FormParser.parse(most.utf8).names.count == FormParser.fieldLimit)
    }

    @Test func theCanonicalFormForgetsTheOrderOfNamesOnly() throws {
        func canonical(_ form: String) throws -> String {
            try FormParser.parse(form.utf8).canonical
        }
        #expect(try canonical("a=1&b[c]=2&b[d]=3") == canonical("b[d]=3&b[c]=2&a=1"))
        #expect(try canonical("a[]=1&a[]=2") != canonical("a[]=2&a[]=1"))
        #expect(try canonical("a=1%0Ab%3D1:2") != canonical("a=1&b=2"))
        #expect(try canonical("a=1") != canonical("a=2"))
    }
}
