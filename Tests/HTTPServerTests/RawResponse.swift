@testable import HTTPServer

/// A response as a client sees it.
struct RawResponse {
    let status: Int
    let headers: HTTPHeaders
    let body: String

    /// The first response in `bytes` and its length, where it is there whole.
    static func first(in bytes: [UInt8], toHead isHead: Bool) -> (RawResponse, Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4,
            let start = (0...bytes.count - 4).first(where: { bytes[$0..<$0 + 4].elementsEqual(end) }
            )
        else { return nil }
        let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            headers.add(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
        let hasBody = !isHead && status >= 200
        let length = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
        let body = bytes[(start + 4)...].prefix(length)
        guard body.count == length else { return nil }
        let text = String(decoding: body, as: UTF8.self)
        return (RawResponse(status: status, headers: headers, body: text), start + 4 + length)
    }
}
