import Testing

@testable import HTTPServer

@Suite struct LimitTests {
    @Test func connectionsAboveTheLimitAreTold() async throws {
        var limits = ServerLimits()
        limits.connections = 2
        try await expectThirdRefused(limits)
    }

    @Test func connectionsOfOneAddressAreLimited() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 2
        limits.countsLoopbackPeers = true
        try await expectThirdRefused(limits)
    }

    @Test func loopbackIsNotLimitedUnlessAsked() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 1
        try await withServer(limits) { server in
            let clients = try (0..<5).map { _ in try RawClient(port: server.port) }
            for client in clients {
                try client.send(get("/"))
                #expect(try client.response().status == 200)
            }
        }
    }

    @Test func idleConnectionsAreInNobodysWay() async throws {
        try await withServer { server in
            let idle = try (0..<500).map { _ in try RawClient(port: server.port) }
            let client = try RawClient(port: server.port)
            try client.send(get("/"))
            #expect(try client.response().status == 200)
            #expect(await server.openConnections == 501)
            for client in idle { client.close() }
            try await server.until { await $0.openConnections == 1 }
        }
    }

    /// While a handler works, the kernel and not the server holds what a client goes on sending.
    @Test func aClientCannotFillTheServerWithPipelinedRequests() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            // More than the kernel's buffers on both sides hold.
            let filler = [UInt8](repeating: 120, count: 16 * 1024 * 1024)
            let all = Array(get("/").utf8) + filler
            let sending = Task.detached { try client.send(bytes: all) }
            await gate.untilEntered(1)
            #expect(!client.isReadable(withinMilliseconds: 200))
            #expect(await gate.enteredCount == 1)
            client.finishWriting()
            await #expect(throws: RawClient.Failure.self) { try await sending.value }
            await gate.open()
        }
    }

    private func expectThirdRefused(_ limits: ServerLimits) async throws {
        try await withServer(limits) { server in
            var clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            for client in clients {
                try client.send(get("/"))
                #expect(try client.response().status == 200)
            }
            let third = try RawClient(port: server.port)
            let refusal = try third.response()
            #expect(refusal.status == 503)
            #expect(refusal.headers["connection"] == "close")
            #expect(try third.rest() == ("", .closed))
            third.close()
            clients.removeLast().close()
            try await server.until { await $0.openConnections == 1 }
            let fourth = try RawClient(port: server.port)
            try fourth.send(get("/"))
            #expect(try fourth.response().status == 200)
        }
    }
}
