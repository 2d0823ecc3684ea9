/// A second opinion, written without a look at the parser: whether the first request in some bytes
/// can be read in one way only. It splits text and knows nothing of states.
enum FramingOracle {
    /// Whether an outcome of `RequestCase` is right about the request at the front of `bytes`. A
    /// refusal always is: the parser may be stricter than this.
    static func agrees(with outcome: String, about bytes: [UInt8]) -> Bool {
        if outcome.utf8.count == 3 { return true }
        // Latin-1, so that every byte is one scalar and CRLF stays two.
        let text = Array(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let end = first(of: ["\r", "\n", "\r", "\n"], in: trimmed(text)) else { return false }
        let head = Array(trimmed(text)[..<end])
        let lines = split(head)
        let fields = lines.dropFirst().map { line in
            line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(String.UnicodeScalarView($0)) }
        }
        let names = fields.map { $0[0].lowercased() }
        let lengths = fields.filter { $0[0].lowercased() == "content-length" }
        let length = lengths.first.map { $0[1].filter { $0 != " " && $0 != "\t" } } ?? "0"
        let body = trimmed(text).dropFirst(end + 4).prefix(Int(length) ?? .max)
        let isOld = lines[0].suffix(8).elementsEqual("HTTP/1.0".unicodeScalars)
        return lines.joined().allSatisfy { $0 == "\t" || $0.value >= 32 && $0.value != 127 }
            && fields.allSatisfy {
                $0.count == 2 && !$0[0].isEmpty && !$0[0].contains(where: \.isWhitespace)
            }
            && !names.contains("transfer-encoding")
            && lengths.count <= 1 && body.count == Int(length)
            && (names.count { $0 == "host" } == 1 || isOld && !names.contains("host"))
            && outcome.utf8.last == UInt8(ascii: "]")
    }

    private static func trimmed(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        text.starts(with: ["\r", "\n"]) ? Array(text.dropFirst(2)) : text
    }

    private static func first(of mark: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int? {
        text.indices.first { text[$0...].starts(with: mark) }
    }

    private static func split(_ head: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
        var lines: [ArraySlice<Unicode.Scalar>] = []
        var start = 0
        for index in head.indices.dropLast() where head[index] == "\r" && head[index + 1] == "\n" {
            lines.append(head[start..<index])
            start = index + 2
        }
        return lines + [head[start...]]
    }
}
