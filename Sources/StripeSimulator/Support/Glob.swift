/// A pattern for a whole text in which `*` stands for any run of characters.
struct Glob: Hashable {
    let pattern: String

    func matches(_ text: String) -> Bool {
        let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return pattern == text
        }
        guard text.utf8.count >= first.utf8.count + last.utf8.count else { return false }
        guard text.hasPrefix(first), text.hasSuffix(last) else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let end = Glob.end(of: piece, in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    private static func end(of piece: Substring, in text: Substring) -> String.Index? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(piece) {
                return text.index(start, offsetBy: piece.count)
            }
            start = text.index(after: start)
        }
        return nil
    }
}
