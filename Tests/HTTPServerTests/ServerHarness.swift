import EventLoop
import Testing

@testable import HTTPServer

/// Runs a server on a loop of its own for the length of `body`, which runs on another: there it may
/// block in a client's socket without taking a thread from the pool that all tests share.
func withServer(
    _ limits: ServerLimits = ServerLimits(),
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo,
    _ body: @escaping @Sendable (Server) async throws -> Void
) async throws {
    let loop = try Loop.start(name: "server")
    let clients = try Loop.start(name: "clients")
    defer {
        loop.stop()
        clients.stop()
    }
    let server = try await Server.listen(
        on: .loopback(),
        loop: loop,
        limits: limits,
        handler: handler
    )
    let result = await Task(executorPreference: clients) { try await body(server) }.result
    await server.close()
    #expect(await server.openConnections == 0)
    try result.get()
}

/// Says what was asked: `POST /path?query [body]`.
let echo: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    let query = request.query.map { "?\($0)" } ?? ""
    let body = String(decoding: request.body, as: UTF8.self)
    let text = "\(request.method.rawValue) \(request.path)\(query) [\(body)]"
    return HTTPResponse(
        status: 200,
        headers: ["content-type": "text/plain", "peer": request.peer],
        body: Array(text.utf8)
    )
}

extension Server {
    /// Waits for a count that changes when the kernel's news arrive; 10 s are for a broken server.
    func until(_ isMet: (Server) async -> Bool) async throws {
        for _ in 0..<2000 {
            if await isMet(self) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("what was waited for did not come about")
    }
}

/// A GET whose answer keeps the connection open.
func get(_ path: String, _ lines: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n"
}

func post(_ path: String, _ body: String, _ lines: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)"
}
