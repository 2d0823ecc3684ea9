import Testing

@testable import Stripe

@Suite struct FormEncoderTests {
    /// EN03.
    @Test(arguments: [
        ([FormField("amount", .text("1099"))], "amount=1099"),
        (
            [FormField("types", .list([.text("card"), .text("link")]))],
            "types%5B%5D=card&types%5B%5D=link"
        ),
        (
            [
                FormField(
                    "metadata",
                    .fields([FormField("b", .text("1")), FormField("a", .text("2"))])
                )
            ],
            "metadata%5Bb%5D=1&metadata%5Ba%5D=2"
        ),
        (
            [FormField("a", .fields([FormField("b", .list([.fields([FormField("c", .yes)])]))]))],
            "a%5Bb%5D%5B%5D%5Bc%5D=true"
        ),
        (
            [FormField("v", .text("a b+c&d=e%[]~-._*/?#"))],
            "v=a%20b%2Bc%26d%3De%25%5B%5D~-._%2A%2F%3F%23"
        ),
        ([FormField("v", .text("é€😀"))], "v=%C3%A9%E2%82%AC%F0%9F%98%80"),
        ([FormField("v", .text("\0\r\n"))], "v=%00%0D%0A"),
        ([FormField("empty", .text(""))], "empty="),
        ([FormField("none", .list([])), FormField("nothing", .fields([]))], ""),
        ([], ""),
    ])
    func writes(_ fields: [FormField], _ expected: String) {
        #expect(String(decoding: FormEncoder.encode(fields), as: UTF8.self) == expected)
    }

    /// Whatever is written, an independent reader finds the same names and values in the same
    /// order.
    @Test func roundTrip() {
        var random = SeededRandom(seed: 20_261_130)
        for _ in 0..<2_000 {
            let fields = FormEncoderTests.fields(depth: 3, &random)
            let written = FormEncoder.encode(fields)
            #expect(
                FormReader.pairs(written)
                    == fields.flatMap { FormEncoderTests.flat($0.name, $0.value) }
            )
            #expect(written.allSatisfy { (0x21...0x7E).contains($0) }, "it can stand in a query")
        }
    }

    private static func fields(depth: Int, _ random: inout SeededRandom) -> [FormField] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            FormField(name(&random), value(depth: depth, &random))
        }
    }

    private static func name(_ random: inout SeededRandom) -> String {
        let letters = Array("abcXYZ019_")
        return String(
            (0..<Int.random(in: 1...6, using: &random)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &random)]
            }
        )
    }

    private static func value(depth: Int, _ random: inout SeededRandom) -> FormValue {
        switch depth > 0 ? Int.random(in: 0..<3, using: &random) : 0 {
        case 0: .text(text(&random))
        case 1: .list((0..<2).map { _ in value(depth: depth - 1, &random) })
        case _: .fields(fields(depth: depth - 1, &random))
        }
    }

    private static func text(_ random: inout SeededRandom) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let ranges: [ClosedRange<UInt32>] = [
                0...0x7F, 0x80...0x7FF, 0xE000...0xFFFF, 0x1F600...0x1F64F,
            ]
            let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func flat(_ name: String, _ value: FormValue) -> [FormReader.Pair] {
        switch value {
        case .text(let text): [FormReader.Pair(name: name, value: text)]
        case .list(let values): values.flatMap { flat(name + "[]", $0) }
        case .fields(let fields): fields.flatMap { flat("\(name)[\($0.name)]", $0.value) }
        }
    }
}
