/// Blanks what is not code, so that a rule does not stumble over its own name in a comment. Line
/// feeds stay; code that is interpolated into a string stays too.
struct SourceMask {
    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    static func code(of text: String) -> String {
        var mask = SourceMask(bytes: Array(text.utf8))
        mask.takeCode(until: nil)
        return String(decoding: mask.output, as: UTF8.self)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// To the end, or to the parenthesis that closes an interpolation.
    private mutating func takeCode(until closing: UInt8?) {
        var depth = 0
        while position < bytes.count {
            if let closing, depth == 0, bytes[position] == closing { return }
            if isNext("//") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank() }
            } else if isNext("/*") {
                blankComment()
            } else if let hashes = stringStart() {
                blankString(hashes: hashes)
            } else {
                if bytes[position] == UInt8(ascii: "(") { depth += 1 }
                if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
                keep()
            }
        }
    }

    private mutating func blankComment() {
        var depth = 0
        repeat {
            if isNext("/*") {
                depth += 1
                blank(2)
            } else if isNext("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < bytes.count
    }

    /// The number of `#` before the quote, where a string starts here.
    private func stringStart() -> Int? {
        var hashes = 0
        while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") {
            hashes += 1
        }
        let quote = position + hashes
        return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
    }

    private mutating func blankString(hashes: Int) {
        let raw = String(repeating: "#", count: hashes)
        blank(hashes)
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
        blank(quotes.utf8.count)
        while position < bytes.count {
            if isNext(quotes + raw) { return blank(quotes.utf8.count + hashes) }
            if isNext("\\\(raw)(") {
                blank(hashes + 2)
                takeCode(until: UInt8(ascii: ")"))
            } else if isNext("\\\(raw)") {
                blank(hashes + 2)
            } else {
                blank()
            }
        }
    }

    private func isNext(_ text: String) -> Bool {
        // Nearly always decided by the first byte; the rest is slow in a debug build.
        bytes[position] == text.utf8.first && bytes[position...].starts(with: text.utf8)
    }

    private mutating func keep() {
        output.append(bytes[position])
        position += 1
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            let isLineFeed = bytes[position] == UInt8(ascii: "\n")
            output.append(isLineFeed ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            position += 1
        }
    }
}
