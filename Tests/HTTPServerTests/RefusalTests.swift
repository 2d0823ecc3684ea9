import Testing

@testable import HTTPServer

/// What is refused over a real socket: the answer arrives, then the connection ends, and nothing of
/// what came behind is handled.
@Suite struct RefusalTests {
    @Test func everyRefusedRequestIsAnsweredAndTheConnectionCloses() async throws {
        let refused = RefusedRequests.all
        try await withServer { server in
            for request in refused {
                let client = try RawClient(port: server.port)
                try client.send(bytes: request.bytes + Array(get("/smuggled").utf8))
                for _ in request.outcome.dropLast() { #expect(try client.response().status == 200) }
                let response = try client.response()
                #expect("\(response.status)" == request.outcome.last, "\(request)")
                #expect(response.headers["connection"] == "close", "\(request)")
                #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
                #expect(try client.rest() == ("", .closed), "\(request)")
            }
        }
    }

    @Test func nothingThatWasSmuggledReachesTheHandler() async throws {
        let gate = Gate()
        await gate.open()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            for request in RefusedRequests.smuggling {
                let client = try RawClient(port: server.port)
                try client.send(bytes: request.bytes + Array(get("/smuggled").utf8))
                _ = try client.rest()
            }
            #expect(await gate.enteredCount == 0)
        }
    }

    /// The client is busy sending for long after the refusal; a reset would cost it the answer.
    @Test func aBodyThatIsTooLargeIsReadSoThatTheAnswerIsSeen() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
            )
            try client.send(bytes: [UInt8](repeating: 120, count: 2_000_000))
            client.finishWriting()
            #expect(try client.response().status == 413)
            #expect(try client.rest() == ("", .closed))
        }
    }

    @Test func nobodySendsForEverAfterARefusal() async throws {
        var limits = ServerLimits()
        limits.refusedBodyBytes = 100_000
        try await withServer(limits) { server in
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n")
            #expect(throws: RawClient.Failure.self) {
                for _ in 0..<900 {
                    try client.send(bytes: [UInt8](repeating: 120, count: 1_000_000))
                }
            }
            try await server.until { await $0.openConnections == 0 }
        }
    }

    @Test func aClientThatNeverLeavesIsLeft() async throws {
        var limits = ServerLimits()
        limits.lingerDeadline = .milliseconds(50)
        try await withServer(limits) { server in
            let client = try RawClient(port: server.port)
            try client.send("bad\r\n")
            #expect(try client.rest().text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            try await server.until { await $0.openConnections == 0 }
        }
    }

    @Test func aRefusedHeadHasNoBody() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send("HEAD / HTTP/1.1\r\n\r\n")
            let response = try client.response(toHead: true)
            #expect(response.status == 400)
            #expect(response.headers["content-length"] != "0")
            #expect(try client.rest() == ("", .closed))
        }
    }
}
