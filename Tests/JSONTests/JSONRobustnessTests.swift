import JSON
import Testing

/// Damaged and random documents.
struct JSONRobustnessTests {
    private let document = #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n","é€😀"],"b":{"c":true,"d":null}}"#

    @Test func `A document cut anywhere is an error`() {
        let bytes = Array(document.utf8)
        for length in 0..<bytes.count {
            // Within a character the string is still open, so this too is an early end.
            #expect(throws: JSONError.endsTooEarly) {
                try JSONValue.parse(Array(bytes[..<length]), limits: .request)
            }
        }
    }

    @Test func `Every byte at every place is read or refused, and what is read survives`() throws {
        let bytes = Array(document.utf8)
        var accepted = 0
        for place in 0...bytes.count {
            for byte in UInt8.min...UInt8.max {
                var damaged = bytes
                damaged.insert(byte, at: place)
                guard let value = parsed(damaged) else { continue }
                accepted += 1
                if parsed(value.encoded()) != value {
                    Issue.record("byte \(byte) at \(place) did not survive")
                }
            }
        }
        // White space between tokens alone gives some hundred.
        #expect(accepted > 100)
        #expect(accepted < 256 * bytes.count / 2)
    }

    @Test(arguments: 0..<200)
    func `A random value survives both layouts`(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let value = random.value(depth: 5)
        for layout in [JSONLayout.compact, .pretty] {
            let bytes = value.encoded(layout)
            #expect(try JSONValue.parse(bytes, limits: .answer) == value)
        }
    }

    private func parsed(_ bytes: [UInt8]) -> JSONValue? {
        do {
            return try JSONValue.parse(bytes, limits: .request)
        } catch {
            return nil
        }
    }
}

/// The generator of Steele, Lea and Flood: the same values for the same seed everywhere.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &self) {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .number(JSONNumber(Int64.random(in: .min...(.max), using: &self)))
        case 3: return .string(text())
        case 4: return .array((0..<count()).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<count() { object[text()] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    private mutating func count() -> Int { Int.random(in: 0..<6, using: &self) }

    private mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &self) {
            let range: ClosedRange<UInt32> = Bool.random(using: &self) ? 0...0x7F : 0...0x10FFFF
            let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self))
            text.append(scalar ?? "\u{2028}")
        }
        return String(text)
    }
}
