import EventLoop
import HTTPClient

/// A client on a loop of its own, and short ways to use it.
struct Bench: Sendable {
    let loop: Loop
    let client: Client

    /// Runs `body` with a client, and closes it.
    static func run(
        _ configure: (inout ClientConfiguration) -> Void = { _ in },
        _ body: (Bench) async throws -> Void
    ) async throws {
        var configuration = ClientConfiguration()
        configure(&configuration)
        let loop = try Loop.start(name: "client test")
        let bench = Bench(loop: loop, client: Client(loop: loop, configuration: configuration))
        let result: Result<Void, any Error>
        do {
            try await body(bench)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await bench.client.close()
        loop.stop()
        try result.get()
    }

    /// Far enough away never to be reached in a test that works.
    static let ample = Duration.seconds(120)

    func send(
        _ request: ClientRequest,
        within limit: Duration = Bench.ample,
        permit: @escaping @Sendable () -> Bool = { true }
    ) async throws(TransportFailure) -> ClientResponse {
        try await client.send(request, deadline: Loop.now + limit, permit: permit)
    }

    /// A small POST.
    func post(
        _ url: String,
        _ body: String = "amount=4200",
        within limit: Duration = Bench.ample,
        permit: @escaping @Sendable () -> Bool = { true }
    ) async throws(TransportFailure) -> ClientResponse {
        let request = ClientRequest(method: .post, url: url, body: Array(body.utf8))
        return try await send(request, within: limit, permit: permit)
    }

    /// How a small POST fails; `nil` where it does not.
    func failure(
        of url: String,
        within limit: Duration = Bench.ample,
        permit: @escaping @Sendable () -> Bool = { true }
    ) async -> TransportFailure? {
        do throws(TransportFailure) {
            _ = try await post(url, within: limit, permit: permit)
            return nil
        } catch {
            return error
        }
    }

    /// Waits until the counters are as the test needs them. Without end: a test that hangs here
    /// shows that they never are.
    func wait(until condition: (ClientCounters) -> Bool) async {
        while await !condition(client.counters) { await Task.yield() }
    }
}

let smallAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
let smallChunkedAnswer =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
