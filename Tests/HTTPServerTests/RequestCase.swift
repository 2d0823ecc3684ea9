@testable import HTTPServer

/// Bytes that a client may send, and what has to become of them.
struct RequestCase: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// What comes out, one line each: `GET /path?query [body]` or `400`.
    let outcome: [String]

    var description: String { name }

    init(_ name: String, _ text: String, _ outcome: String...) {
        self.init(name, bytes: Array(text.utf8), outcome)
    }

    init(_ name: String, bytes: [UInt8], _ outcome: [String]) {
        self.name = name
        self.bytes = bytes
        self.outcome = outcome
    }

    /// A GET with one more field line.
    static func field(_ name: String, _ line: String, _ outcome: String) -> RequestCase {
        RequestCase(name, "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", outcome)
    }

    /// A POST with the framing given and the body `hello`.
    static func framed(_ name: String, _ lines: String, _ outcome: String) -> RequestCase {
        RequestCase(name, "POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\nhello", outcome)
    }

    /// A request line with a `Host` below it.
    static func line(_ name: String, _ line: String, _ outcome: String) -> RequestCase {
        RequestCase(name, "\(line)\r\nHost: a\r\n\r\n", outcome)
    }
}

/// Feeds a parser with pieces and writes down what comes out, in the words of `RequestCase`.
func outcome(of pieces: [ArraySlice<UInt8>], limits: ServerLimits = ServerLimits()) -> [String] {
    var parser = RequestParser(limits: limits)
    var outcome: [String] = []
    for piece in pieces {
        parser.append(piece)
        parsing: while true {
            switch parser.next() {
            case .incomplete: break parsing
            case .continueExpected: continue
            case .request(let head, let body):
                let method = head.method?.rawValue ?? "?"
                let query = head.query.map { "?\($0)" } ?? ""
                let text = String(decoding: body, as: UTF8.self)
                outcome.append("\(method) \(head.path)\(query) [\(text)]")
            case .malformed(let refusal):
                return outcome + ["\(refusal.status)"]
            }
        }
    }
    return outcome
}
