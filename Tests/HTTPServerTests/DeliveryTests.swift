import Testing

@testable import HTTPServer

/// The faults that a simulator injects.
@Suite struct DeliveryTests {
    private static func handler(
        _ delivery: Delivery
    ) -> @Sendable (HTTPRequest) async -> HTTPResponse {
        { _ in HTTPResponse(status: 200, body: Array("0123456789".utf8), delivery: delivery) }
    }

    @Test func aTruncatedAnswerEndsInsideItsBody() async throws {
        try await withServer(handler: Self.handler(.truncated(afterBodyBytes: 4))) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            let (text, ending) = try client.rest()
            #expect(text.contains("\r\nContent-Length: 10\r\n"))
            #expect(text.hasSuffix("\r\n\r\n0123"))
            #expect(ending == .closed)
        }
    }

    @Test(arguments: [(Delivery.dropped, RawClient.Ending.closed), (.reset, .reset)])
    func anAnswerMayNeverCome(delivery: Delivery, ending: RawClient.Ending) async throws {
        try await withServer(handler: Self.handler(delivery)) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            #expect(try client.rest() == ("", ending))
            client.close()
            try await server.until { await $0.openConnections == 0 }
        }
    }
}
