import EventLoop
import Glibc
import Testing

@testable import HTTPServer

/// Requests and answers over a real socket.
@Suite struct ExchangeTests {
    @Test func aConnectionServesRequestAfterRequest() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for round in 0..<50 {
                try client.send(post("/a/\(round)?q", "hello"))
                let response = try client.response()
                #expect(response.status == 200)
                #expect(response.body == "POST /a/\(round)?q [hello]")
                #expect(response.headers["peer"] == "127.0.0.1")
                #expect(response.headers["connection"] == nil)
                #expect(response.headers["date"]?.hasSuffix(" GMT") == true)
            }
            #expect(await server.openConnections == 1)
        }
    }

    @Test func theFirstRequestOfAConnectionIsToldFromTheOthers() async throws {
        try await withServer(handler: { request in
            HTTPResponse(status: 200, body: Array("\(request.isFirstOnConnection)".utf8))
        }) { server in
            for _ in 0..<2 {
                let client = try RawClient(port: server.port)
                try client.send(get("/a") + get("/b"))
                #expect(try client.response().body == "true")
                #expect(try client.response().body == "false")
                try client.send(get("/c"))
                #expect(try client.response().body == "false")
            }
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            let paths = (0..<500).map { "/\($0)" }
            let text = paths.map { get($0) }.joined()
            let sending = Task.detached { try client.send(text) }
            for path in paths { #expect(try client.response().body == "GET \(path) []") }
            try await sending.value
        }
    }

    /// The first answer is late; the second request must wait for it.
    @Test func pipelinedRequestsAreHandledOneAtATime() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            if request.path == "/slow" { await gate.pass() }
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/slow") + get("/fast"))
            await gate.untilEntered(1)
            #expect(await server.inFlight == 1)
            #expect(!client.isReadable(withinMilliseconds: 50))
            await gate.open()
            #expect(try client.response().body == "GET /slow []")
            #expect(try client.response().body == "GET /fast []")
        }
    }

    @Test func headHasTheHeaderOfGetAndNoBody() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n" + get("/b"))
            let response = try client.response(toHead: true)
            #expect(response.headers["content-length"] == "10")
            #expect(try client.response().body == "GET /b []")
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close"),
        ("GET / HTTP/1.0\r\n\r\n", "close"),
    ])
    func theLastAnswerSaysSoAndTheConnectionEnds(request: String, option: String) async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(request)
            #expect(try client.response().headers["connection"] == option)
            #expect(try client.rest() == ("", .closed))
        }
    }

    @Test func oldClientsMayKeepTheConnection() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<2 {
                try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try client.response().headers["connection"] == "keep-alive")
            }
        }
    }

    @Test func aHandlerMayEndTheConnection() async throws {
        try await withServer(handler: { _ in HTTPResponse(status: 200, closesConnection: true) }) {
            let client = try RawClient(port: $0.port)
            try client.send(get("/") + get("/never"))
            #expect(try client.response().headers["connection"] == "close")
            #expect(try client.rest() == ("", .closed))
        }
    }

    @Test func halfClosedClientsGetTheirAnswers() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/a") + get("/b"))
            client.finishWriting()
            await gate.untilEntered(1)
            await gate.open()
            #expect(try client.response().body == "GET /a []")
            let last = try client.response()
            #expect(last.body == "GET /b []")
            #expect(last.headers["connection"] == "close")
            #expect(try client.rest() == ("", .closed))
        }
    }

    @Test func leaveToSendTheBodyIsGiven() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            )
            let leave = try client.response()
            #expect(leave.status == 100)
            #expect(leave.headers.count == 0)
            try client.send("hello")
            #expect(try client.response().body == "POST / [hello]")
        }
    }

    @Test func leaveToSendTooMuchIsRefused() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            #expect(try client.response().status == 413)
            #expect(try client.rest() == ("", .closed))
        }
    }

    @Test func aClientThatLeavesDoesNotStopTheHandler() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            for isReset in [false, true] {
                let client = try RawClient(port: server.port)
                try client.send(get("/"))
                await gate.untilEntered(isReset ? 2 : 1)
                if isReset { client.reset() } else { client.close() }
            }
            // The reset is seen at once, the ordinary goodbye could be a half-close.
            try await server.until { await $0.openConnections == 1 }
            #expect(await server.inFlight == 2)
            await gate.open()
            await gate.untilLeft(2)
            try await server.until { await ($0.inFlight, $0.openConnections) == (0, 0) }
        }
    }

    /// After a half-close nothing is read any more, so that the reset has to be noticed otherwise.
    @Test func aResetAfterAHalfCloseEndsTheConnection() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            client.finishWriting()
            await gate.untilEntered(1)
            client.reset()
            try await server.until { await $0.openConnections == 0 }
            #expect(await server.inFlight == 1)
            await gate.open()
        }
    }

    /// A closed half is readable for ever; whoever goes on watching it keeps the loop spinning.
    @Test func aHalfCloseCostsNothingWhileTheHandlerWorks() async throws {
        let gate = Gate()
        try await withServer(handler: { _ in
            let start = threadTimeMilliseconds()
            await gate.pass()
            let used = threadTimeMilliseconds() - start
            return HTTPResponse(status: 200, body: Array("\(used)".utf8))
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            client.finishWriting()
            await gate.untilEntered(1)
            #expect(!client.isReadable(withinMilliseconds: 500))
            await gate.open()
            let used = try #require(Int(try client.response().body))
            #expect(used < 10)
        }
    }

    @Test func aLargeAnswerArrivesWhole() async throws {
        let body = [UInt8](repeating: 120, count: 8 * 1024 * 1024)
        try await withServer(handler: { _ in HTTPResponse(status: 200, body: body) }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/") + get("/"))
            for _ in 0..<2 { #expect(try client.response().body.utf8.count == body.count) }
        }
    }

    @Test func aBodyOfTheLargestSizeIsRead() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            let body = String(repeating: "b", count: 64 * 1024)
            try client.send(post("/", body))
            #expect(try client.response().body == "POST / [\(body)]")
        }
    }

    @Test func anIPv6ServerNamesIPv4PeersAsSuch() async throws {
        let loop = try Loop.start(name: "server")
        defer { loop.stop() }
        let address = ServerAddress(host: "::", port: 0)
        let server = try await Server.listen(on: address, loop: loop, handler: echo)
        let client = try RawClient(port: server.port)
        try client.send(get("/"))
        #expect(try client.response().headers["peer"] == "127.0.0.1")
        await server.close()
    }

    @Test func aTakenPortIsToldApart() async throws {
        try await withServer { server in
            let loop = try Loop.start(name: "second")
            defer { loop.stop() }
            let error = await #expect(throws: SystemError.self) {
                try await Server.listen(on: server.address, loop: loop, handler: echo)
            }
            #expect(error?.isAddressInUse == true)
        }
    }

    @Test func twoServersMayShareAPort() async throws {
        let loop = try Loop.start(name: "server")
        defer { loop.stop() }
        let first = try await Server.listen(
            on: .loopback(),
            loop: loop,
            reusesPort: true,
            handler: echo
        )
        let second = try await Server.listen(
            on: first.address,
            loop: loop,
            reusesPort: true,
            handler: echo
        )
        #expect(first.port == second.port)
        await first.close()
        let client = try RawClient(port: second.port)
        try client.send(get("/"))
        #expect(try client.response().status == 200)
        await second.close()
    }
}

/// The processor time that the calling thread has used.
private func threadTimeMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
