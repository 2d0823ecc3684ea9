import EventLoop
import Testing

@testable import HTTPServer

@Suite struct DrainTests {
    @Test func idleConnectionsEndAtOnceAndRequestsAreAnswered() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let idle = try RawClient(port: server.port)
            let busy = try RawClient(port: server.port)
            let half = try RawClient(port: server.port)
            try half.send("GET /half HTTP/1.1\r\n")
            try busy.send(get("/busy") + get("/next"))
            await gate.untilEntered(1)
            try await server.until { await $0.openConnections == 3 }
            let draining = Task { await server.drain(within: .seconds(20)) }
            #expect(try idle.rest() == ("", .closed))
            #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
            await gate.open()
            let response = try busy.response()
            #expect(response.body == "GET /busy []")
            #expect(response.headers["connection"] == "close")
            #expect(try busy.rest() == ("", .closed))
            try half.send("Host: a\r\n\r\n")
            #expect(try half.response().body == "GET /half []")
            busy.close()
            half.close()
            await draining.value
            #expect(await server.openConnections == 0)
            #expect(await server.inFlight == 0)
        }
    }

    /// The client is gone, but its payment is not.
    @Test func handlersWhoseClientsLeftAreWaitedFor() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            await gate.untilEntered(1)
            client.reset()
            try await server.until { await $0.openConnections == 0 }
            let limit = Duration.milliseconds(200)
            let start = Loop.now
            await server.drain(within: limit)
            #expect(Loop.now - start >= limit)
            #expect(await server.inFlight == 1)
            await gate.open()
            await server.drain(within: .seconds(20))
            #expect(await server.inFlight == 0)
        }
    }

    @Test func theDeadlineEndsWhatIsLeft() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            await gate.untilEntered(1)
            await server.drain(within: .milliseconds(50))
            #expect(await server.openConnections == 0)
            #expect(await server.inFlight == 1)
            #expect(try client.rest() == ("", .closed))
            await gate.open()
            try await server.until { await $0.inFlight == 0 }
        }
    }

    /// Sent before the drain began, but perhaps not read yet: they have a right to an answer.
    @Test func requestsThatAreUnderwayAreNotLost() async throws {
        try await withServer { server in
            let clients = try (0..<50).map { _ in try RawClient(port: server.port) }
            for client in clients { try client.send(get("/")) }
            let draining = Task { await server.drain(within: .seconds(20)) }
            for client in clients {
                #expect(try client.response().body == "GET / []")
                client.close()
            }
            await draining.value
        }
    }

    @Test func anUnusedServerDrainsAtOnceAndMoreThanOnce() async throws {
        try await withServer { server in
            await server.drain(within: .seconds(20))
            await server.drain(within: .seconds(20))
        }
    }
}
