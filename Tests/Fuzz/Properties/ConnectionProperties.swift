@testable import HTTPServer

/// What comes out of a connection's bytes does not depend on how the network cut them, and what is
/// refused stays refused.
enum ConnectionProperties {
    static func check(_ bytes: [UInt8]) {
        let whole = outcome(of: [bytes[...]])
        let cut = Int(bytes.first ?? 0) % (bytes.count + 1)
        precondition(outcome(of: [bytes[..<cut], bytes[cut...]]) == whole, "the cut matters")
        precondition(outcome(of: bytes.indices.map { bytes[$0...$0] }) == whole, "each cut matters")
    }

    private static func outcome(of pieces: [ArraySlice<UInt8>]) -> [String] {
        var parser = RequestParser(limits: ServerLimits())
        var outcome: [String] = []
        for piece in pieces {
            parser.append(piece)
            parsing: while true {
                switch parser.next() {
                case .incomplete: break parsing
                case .continueExpected: continue
                case .request(let head, let body):
                    // Not whether `100 Continue` is due: that is so only while the body is away.
                    let parts: [Any?] = [head.method, head.path, head.query, head.headers, body]
                    outcome.append("\(parts)")
                case .malformed(let refusal): return outcome + ["\(refusal.status)"]
                }
            }
        }
        return outcome
    }
}
