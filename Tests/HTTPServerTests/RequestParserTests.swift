import Testing

@testable import HTTPServer

@Suite struct RequestParserTests {
    @Test(arguments: RefusedRequests.all + AcceptedRequests.all)
    func aRequestHasItsOutcome(_ request: RequestCase) {
        #expect(outcome(of: [request.bytes[...]]) == request.outcome)
    }

    /// Split in two at every byte; the long ones, which are about sizes, at every 97th.
    @Test(arguments: RefusedRequests.all + AcceptedRequests.all)
    func theOutcomeDoesNotDependOnTheCut(_ request: RequestCase) {
        let step = request.bytes.count > 1000 ? 97 : 1
        for cut in stride(from: 0, through: request.bytes.count, by: step) {
            let pieces = [request.bytes[..<cut], request.bytes[cut...]]
            #expect(outcome(of: pieces) == request.outcome, "cut at \(cut)")
        }
    }

    @Test(arguments: RefusedRequests.all + AcceptedRequests.all)
    func theOutcomeIsTheSameByteByByte(_ request: RequestCase) {
        let pieces = request.bytes.indices.map { request.bytes[$0...$0] }
        #expect(outcome(of: pieces) == request.outcome)
    }

    /// The end of a line and of the head may fall on the last byte allowed, and no further.
    @Test func sizesAreExact() {
        var limits = ServerLimits()
        limits.requestLineBytes = 16
        limits.headBytes = 28
        func outcomeOf(_ text: String) -> [String] {
            HTTPServerTests.outcome(of: [Array(text.utf8)[...]], limits: limits)
        }
        #expect(outcomeOf("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == ["GET / []"])
        #expect(outcomeOf("GET / HTTP/1.1\r\nHost: ab\r\n\r\n") == ["GET / []"])
        #expect(outcomeOf("GET / HTTP/1.1\r\nHost: abc\r\n\r\n") == ["431"])
        #expect(outcomeOf("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") == ["414"])
        limits.bodyBytes = 1
        limits.headBytes = 60
        let length = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: "
        limits.requestLineBytes = 17
        #expect(outcomeOf(length + "1\r\n\r\nx") == ["POST / [x]"])
        #expect(outcomeOf(length + "2\r\n\r\nxx") == ["413"])
    }

    @Test func namesAreLoweredAndValuesKept() throws {
        let head = try parsedHead(
            bytes: Array("GET / HTTP/1.1\r\nHOST: A.b\r\nX-Two:  a  B\t\r\nx-two:\r\n\r\n".utf8)
        )
        #expect(head.headers == ["host": "A.b", "x-two": "a  B", "x-two": ""])
        #expect(head.headers.all("X-TWO") == ["a  B", ""])
    }

    /// Latin-1, so that two values are equal only where their bytes are.
    @Test func everyByteOfAValueIsOneScalar() throws {
        let high = (UInt8(0x80)...0xff).map { $0 }
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + high + Array("\r\n\r\n".utf8)
        let value = try #require(try parsedHead(bytes: bytes).headers["x"])
        #expect(value.unicodeScalars.map(\.value) == high.map(UInt32.init))
    }

    @Test(arguments: [
        ("HTTP/1.1", "X: a", true), ("HTTP/1.1", "Connection: close", false),
        ("HTTP/1.1", "Connection: Keep-Alive, CLOSE", false),
        ("HTTP/1.1", "Connection: x\r\nConnection:,\tclose ,", false),
        ("HTTP/1.1", "Connection: closed", true), ("HTTP/1.0", "X: a", false),
        ("HTTP/1.0", "Connection: keep-alive", true),
        ("HTTP/1.0", "Connection: keep-alive, close", false),
    ])
    func theConnectionOptionsDecideAboutKeepAlive(version: String, line: String, keeps: Bool) throws
    {
        let text = "GET / \(version)\r\nHost: a\r\n\(line)\r\n\r\n"
        #expect(try parsedHead(bytes: Array(text.utf8)).keepsAlive == keeps)
    }

    @Test func leaveIsAskedForOnceAndNotAfterTheBodyBegan() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var parser = RequestParser(limits: ServerLimits())
        parser.append(Array(head.utf8)[...])
        guard case .continueExpected = parser.next() else { return #expect(Bool(false)) }
        guard case .incomplete = parser.next() else { return #expect(Bool(false)) }
        #expect(parser.stage == .body)
        var hasty = RequestParser(limits: ServerLimits())
        hasty.append(Array("\(head)x".utf8)[...])
        guard case .incomplete = hasty.next() else { return #expect(Bool(false)) }
    }

    @Test func theStageFollowsTheBytes() {
        var parser = RequestParser(limits: ServerLimits())
        func stage(after text: String) -> RequestParser.Stage {
            parser.append(Array(text.utf8)[...])
            _ = parser.next()
            return parser.stage
        }
        #expect(parser.stage == .idle)
        #expect(stage(after: "\r\n") == .idle)
        #expect(stage(after: "P") == .head)
        #expect(stage(after: "OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r") == .head)
        #expect(stage(after: "\n") == .body)
        #expect(stage(after: "x") == .idle)
        #expect(parser.bufferedBytes == 0)
    }

    private func parsedHead(bytes: [UInt8]) throws -> RequestHead {
        var parser = RequestParser(limits: ServerLimits())
        parser.append(bytes[...])
        guard case .request(let head, _) = parser.next() else { throw NotARequest() }
        return head
    }

    private struct NotARequest: Error {}
}
