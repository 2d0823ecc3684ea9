/// Words of ASCII, looked for byte by byte. Every line of the log is searched for some twenty
/// words, and `String`'s own search, which compares characters, took a third of a payment's time.
struct ASCIIWords {
    private let words: [[UInt8]]
    /// A bit for each of the 128 characters that a word begins with: at most places of a text none
    /// can stand, and there no word is compared.
    private let firstBytes: UInt128

    /// - Parameter words: in lower case, none of them empty.
    init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        firstBytes = self.words.reduce(0) { $0 | ASCIIWords.bit(of: $1[0]) }
    }

    func isPart(of text: ArraySlice<UInt8>) -> Bool { isPart(of: text) { $0 } }

    /// As `isPart(of:)`, whatever the case of the text.
    func isPartIgnoringCase(of text: ArraySlice<UInt8>) -> Bool {
        isPart(of: text, ASCIIWords.lowered)
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

    private func isPart(of text: ArraySlice<UInt8>, _ form: (UInt8) -> UInt8) -> Bool {
        text.indices.contains { place in
            ASCIIWords.bit(of: form(text[place])) & firstBytes != 0
                && words.contains { ASCIIWords.stands($0, at: place, in: text, form) }
        }
    }

    /// None for what is beyond ASCII.
    private static func bit(of byte: UInt8) -> UInt128 { 1 << UInt128(byte) }

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
