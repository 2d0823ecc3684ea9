/// Words of ASCII, looked for byte by byte. Every line of the log is searched for some twenty
/// words, and `String`'s own search, which compares characters, took a third of a payment's time.
struct ASCIIWords {
    private let words: [[UInt8]]

    /// - Parameter words: in lower case, none of them empty.
    init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
    }

    func isPart(of text: ArraySlice<UInt8>) -> Bool {
        words.contains { word in
            text.indices.contains { ASCIIWords.stands(word, at: $0, in: text) { $0 } }
        }
    }

    /// As `isPart(of:)`, whatever the case of the text.
    func isPartIgnoringCase(of text: ArraySlice<UInt8>) -> Bool {
        words.contains { word in
            text.indices.contains { ASCIIWords.stands(word, at: $0, in: text, ASCIIWords.lowered) }
        }
    }

    func isStart(of text: ArraySlice<UInt8>) -> Bool {
        words.contains { text.starts(with: $0) }
    }

    /// Whether the whole text is one of the words, whatever its case.
    func isEqualIgnoringCase(to text: ArraySlice<UInt8>) -> Bool {
        words.contains { word in
            word.count == text.count
                && ASCIIWords.stands(word, at: text.startIndex, in: text, ASCIIWords.lowered)
        }
    }

    private static func stands(
        _ word: [UInt8],
        at start: Int,
        in text: ArraySlice<UInt8>,
        _ form: (UInt8) -> UInt8
    ) -> Bool {
        guard word[0] == form(text[start]), text.endIndex - start >= word.count else {
            return false
        }
        return word.indices.allSatisfy { word[$0] == form(text[start + $0]) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
