/// A line of masked code, cut into tokens: words, single characters of everything
/// else, and `try?` and `try!` in one piece.
struct CodeLine {
    let number: Int
    let tokens: [Substring]

    init(number: Int, text: Substring) {
        self.number = number
        var tokens: [Substring] = []
        var rest = text
        while let first = rest.utf8.first {
            let token = rest.prefix(length: CodeLine.tokenLength(rest.utf8, first: first))
            if first != UInt8(ascii: " ") { tokens.append(token) }
            rest = rest[token.endIndex...]
        }
        self.tokens = tokens
    }

    func contains(_ word: Substring) -> Bool { tokens.contains(word) }

    /// Whether the tokens stand there one behind the other.
    func contains(_ first: Substring, then second: Substring) -> Bool {
        zip(tokens, tokens.dropFirst()).contains { $0 == first && $1 == second }
    }

    private static func tokenLength(_ rest: Substring.UTF8View, first: UInt8) -> Int {
        guard isWordByte(first) else { return 1 }
        let word = rest.prefix(while: isWordByte)
        let isMarked =
            word.elementsEqual("try".utf8)
            && "?!".utf8.contains { byte in
                rest.dropFirst(word.count).first == byte
            }
        return word.count + (isMarked ? 1 : 0)
    }

    /// Bytes beyond ASCII belong to words.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

extension Substring {
    fileprivate func prefix(length: Int) -> Substring {
        self[..<utf8.index(startIndex, offsetBy: length)]
    }
}
