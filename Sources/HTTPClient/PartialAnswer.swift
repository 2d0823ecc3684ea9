/// An answer as far as it has come, within its bounds.
struct PartialAnswer {
    private(set) var lines: [UInt8] = []
    private(set) var body: [UInt8] = []
    /// Whether the empty line after the header fields was seen.
    private(set) var isHeadEnded = false
    private(set) var isHeadTooLarge = false
    private(set) var isBodyTooLarge = false
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    /// Two lengths that differ, or one that is no number.
    private(set) var isContradictory = false
    private let maxHeadBytes: Int
    private let maxBodyBytes: Int

    init(maxHeadBytes: Int, maxBodyBytes: Int) {
        self.maxHeadBytes = maxHeadBytes
        self.maxBodyBytes = maxBodyBytes
    }

    /// Takes one line of a head; `false` where the head is too large. A new status line begins
    /// anew, because interim answers (1xx) come before the real one. Trailers are dropped: a field
    /// that comes after the body is none of the head's.
    mutating func receiveLine(_ line: some RandomAccessCollection<UInt8>) -> Bool {
        if line.starts(with: "HTTP/".utf8) {
            self = PartialAnswer(maxHeadBytes: maxHeadBytes, maxBodyBytes: maxBodyBytes)
            return true
        }
        if isHeadEnded { return true }
        if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) {
            isHeadEnded = true
            return true
        }
        guard lines.count + line.count <= maxHeadBytes else {
            isHeadTooLarge = true
            return false
        }
        lines.append(contentsOf: line)
        readFraming(line)
        return true
    }

    /// Takes a piece of the body; `false` where the body is too large.
    mutating func receiveBody(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard body.count + bytes.count <= maxBodyBytes else {
            isBodyTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private mutating func readFraming(_ line: some RandomAccessCollection<UInt8>) {
        if let value = value(of: PartialAnswer.contentLengthName, in: line) {
            guard let length = Int(value), length >= 0, contentLength ?? length == length else {
                isContradictory = true
                return
            }
            contentLength = length
        } else if let value = value(of: PartialAnswer.transferEncodingName, in: line) {
            isChunked = value.lowercased().hasSuffix("chunked")
        }
    }

    private static let contentLengthName = Array("content-length:".utf8)
    private static let transferEncodingName = Array("transfer-encoding:".utf8)

    private func value(
        of name: [UInt8],
        in line: some RandomAccessCollection<UInt8>
    ) -> String? {
        guard line.count > name.count, zip(name, line).allSatisfy({ $0 == lowercased($1) }) else {
            return nil
        }
        return String(decoding: trimmed(line.dropFirst(name.count)), as: UTF8.self)
    }
}
