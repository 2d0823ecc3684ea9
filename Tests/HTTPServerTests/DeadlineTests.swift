import Testing

@testable import HTTPServer

@Suite struct DeadlineTests {
    /// A byte every 20 ms: with a deadline per read the connection would live for ever.
    @Test(arguments: [
        ("head", "GET / HTTP/1.1\r\nX: "),
        ("body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"),
    ])
    func slowSendersAreCutOff(part: String, start: String) async throws {
        var limits = ServerLimits()
        if part == "head" { limits.headDeadline = .milliseconds(200) }
        if part == "body" { limits.bodyDeadline = .milliseconds(200) }
        try await withServer(limits) { server in
            let client = try RawClient(port: server.port)
            try client.send(start)
            var rounds = 0
            while rounds < 200, !client.isReadable(withinMilliseconds: 20) {
                try client.send("x")
                rounds += 1
            }
            #expect((2..<200).contains(rounds))
            let response = try client.response()
            #expect(response.status == 408)
            #expect(response.body == "The request's \(part) took too long.\n")
            #expect(try client.rest() == ("", .closed))
        }
    }

    /// The clock of a head starts with its first byte, not with the connection.
    @Test func idleTimeIsNotTheHeadsTime() async throws {
        var limits = ServerLimits()
        limits.headDeadline = .milliseconds(100)
        try await withServer(limits) { server in
            let client = try RawClient(port: server.port)
            #expect(!client.isReadable(withinMilliseconds: 300))
            try client.send(get("/"))
            #expect(try client.response().status == 200)
            #expect(!client.isReadable(withinMilliseconds: 300))
            try client.send("G")
            #expect(try client.response().status == 408)
        }
    }

    @Test(arguments: [false, true])
    func idleConnectionsAreClosedWithoutAWord(hasServed: Bool) async throws {
        var limits = ServerLimits()
        limits.idleDeadline = .milliseconds(100)
        try await withServer(limits) { server in
            let client = try RawClient(port: server.port)
            if hasServed {
                try client.send(get("/"))
                _ = try client.response()
            }
            #expect(try client.rest() == ("", .closed))
        }
    }

    /// No deadline runs while the handler works.
    @Test func handlersTakeTheirTime() async throws {
        var limits = ServerLimits()
        limits.idleDeadline = .milliseconds(50)
        limits.headDeadline = .milliseconds(50)
        limits.bodyDeadline = .milliseconds(50)
        let gate = Gate()
        try await withServer(
            limits,
            handler: { request in
                await gate.pass()
                return await echo(request)
            }
        ) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/a"))
            await gate.untilEntered(1)
            #expect(!client.isReadable(withinMilliseconds: 300))
            await gate.open()
            #expect(try client.response().body == "GET /a []")
        }
    }

    @Test func slowReadersAreCutOff() async throws {
        var limits = ServerLimits()
        limits.writeDeadline = .milliseconds(100)
        let body = [UInt8](repeating: 120, count: 16 * 1024 * 1024)
        try await withServer(limits, handler: { _ in HTTPResponse(status: 200, body: body) }) {
            server in
            let client = try RawClient(port: server.port, receiveBufferBytes: 4096)
            try client.send(get("/"))
            try await server.until { await $0.openConnections == 1 }
            try await server.until { await $0.openConnections == 0 }
            #expect(try client.rest().text.utf8.count < body.count)
        }
    }
}
