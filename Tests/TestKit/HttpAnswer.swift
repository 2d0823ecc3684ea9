import JSON

/// An answer as it came over the wire.
public struct HttpAnswer: Sendable, Hashable {
    public let status: Int
    public let fields: [Field]
    public let body: [UInt8]

    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// The value of a header field; its name in any case.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name.lowercased() }?.value
    }

    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    ///
    /// - Throws: `JSONError` where it is none.
    public func json() throws -> JSONValue {
        try JSONValue.parse(body, limits: .answer)
    }

    /// An answer at the beginning of `bytes`, and its length; `nil` where its end has not come yet.
    static func parse(
        _ bytes: [UInt8],
        toHead isHead: Bool
    ) throws -> (answer: HttpAnswer, length: Int)? {
        guard let headEnd = end(ofHeadIn: bytes) else { return nil }
        let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
        var lines = head.split(separator: "\r\n").map(String.init)
        let statusLine = lines.removeFirst().split(separator: " ")
        guard statusLine.count >= 2, statusLine[0] == "HTTP/1.1", let status = Int(statusLine[1])
        else { throw HttpFailure.notHTTP(head) }
        let fields = try lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw HttpFailure.notHTTP(head) }
            return Field(name: parts[0].lowercased(), value: trimmed(parts[1]))
        }
        let length = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) }
        let isEmpty = isHead || status == 204 || status == 304 || status < 200
        guard let length = isEmpty ? 0 : length else { throw HttpFailure.notHTTP(head) }
        guard bytes.count >= headEnd + length else { return nil }
        let body = Array(bytes[headEnd..<headEnd + length])
        return (HttpAnswer(status: status, fields: fields, body: body), headEnd + length)
    }

    private static func end(ofHeadIn bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        return (0...bytes.count - mark.count)
            .first { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
            .map { $0 + mark.count }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " })
    }
}
