import Testing

@testable import HTTPServer

@Suite struct ResponseEncoderTests {
    private let response = HTTPResponse(
        status: 200,
        headers: ["content-type": "application/json", "request-id": "req_1"],
        body: Array("{}".utf8)
    )

    @Test func aResponseIsWrittenWhole() {
        #expect(
            encoded(response)
                == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nRequest-Id: req_1\r\n"
                + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\n{}"
        )
    }

    @Test func headHasTheLengthButNotTheBody() {
        let text = encoded(response, .init(isHead: true))
        #expect(text.hasSuffix("Content-Length: 2\r\n\r\n"))
    }

    @Test(arguments: [
        (false, false, nil), (false, true, "close"), (true, true, "close"),
        (true, false, "keep-alive"),
    ])
    func theConnectionOptionFollowsVersionAndEnd(isOld: Bool, closes: Bool, option: String?) {
        let text = encoded(response, .init(isVersion10: isOld, closes: closes))
        let line = text.split(separator: "\r\n").first { $0.hasPrefix("Connection:") }
        #expect(line.map(String.init) == option.map { "Connection: \($0)" })
    }

    @Test(arguments: [204, 304])
    func someStatusesHaveNeitherBodyNorLength(status: Int) {
        let text = encoded(HTTPResponse(status: status, body: [1]))
        #expect(text.hasSuffix("GMT\r\n\r\n"))
        #expect(!text.contains("Content-Length"))
    }

    @Test(arguments: [0, -1, 99, 100, 199, 600, 1000, .max])
    func anImpossibleStatusIsAnEmpty500(status: Int) {
        let text = encoded(HTTPResponse(status: status, body: [65]))
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(text.hasSuffix("Content-Length: 0\r\n\r\n"))
    }

    @Test func valuesCannotBreakOut() {
        let text = encoded(
            HTTPResponse(status: 200, headers: ["x": "a\r\nSet-Cookie: b\0\n\u{7f}c\td"])
        )
        #expect(text.contains("\r\nX: a  Set-Cookie: b   c\td\r\n"))
    }

    @Test(arguments: [
        "", "a b", "a:b", "a\r\nb", "é", "content-length", "Transfer-Encoding", "CONNECTION",
    ])
    func fieldsThatAreNotTheHandlersAreLeftOut(name: String) {
        let plain = encoded(HTTPResponse(status: 200))
        #expect(encoded(HTTPResponse(status: 200, headers: [name: "7"])) == plain)
    }

    @Test func aDateOfTheHandlerReplacesTheServers() {
        let text = encoded(HTTPResponse(status: 200, headers: ["date": "then"]))
        #expect(text == "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func aTruncatedBodyAnnouncesTheWhole() {
        var cut = response
        cut.delivery = .truncated(afterBodyBytes: 1)
        #expect(encoded(cut).hasSuffix("Content-Length: 2\r\n\r\n{"))
        cut.delivery = .truncated(afterBodyBytes: 99)
        #expect(encoded(cut).hasSuffix("\r\n\r\n{}"))
    }

    @Test func theDateFollowsTheSecond() {
        var encoder = ResponseEncoder()
        let empty = HTTPResponse(status: 200)
        let dates = [0, 0, 1, 0].map { (second: Int64) in
            let bytes = encoder.encode(empty, .init(), secondsSinceEpoch: second)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")[1].suffix(12)
        }
        #expect(dates == ["00:00:00 GMT", "00:00:00 GMT", "00:00:01 GMT", "00:00:00 GMT"])
    }

    private func encoded(
        _ response: HTTPResponse,
        _ context: ResponseEncoder.Context = .init()
    ) -> String {
        var encoder = ResponseEncoder()
        let bytes = encoder.encode(response, context, secondsSinceEpoch: 784_111_777)
        return String(decoding: bytes, as: UTF8.self)
    }
}
