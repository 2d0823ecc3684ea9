/// A reader of forms written from the URL Standard's parser, so that the writer is not checked by
/// itself. https://url.spec.whatwg.org/#urlencoded-parsing
enum FormReader {
    struct Pair: Equatable {
        let name: String
        let value: String

        // Swift's own equality of texts takes different code points for equal.
        static func == (left: Pair, right: Pair) -> Bool {
            Array(left.name.utf8) == Array(right.name.utf8)
                && Array(left.value.utf8) == Array(right.value.utf8)
        }
    }

    static func pairs(_ bytes: [UInt8]) -> [Pair] {
        bytes.split(separator: UInt8(ascii: "&")).map { sequence in
            let halves = sequence.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return Pair(
                name: decoded(halves[0]),
                value: halves.count > 1 ? decoded(halves[1]) : ""
            )
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var output: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                output.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
