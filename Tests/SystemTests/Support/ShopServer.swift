import EventLoop
import HTTPServer
import JSON
import Synchronization

/// The shop's own server, which is told what came of payments.
final class ShopServer: Sendable {
    let port: UInt16
    private let loop: Loop
    private let server: Server
    private let box: HeardBox

    static let secret = "a-secret-that-the-shop-knows-too"

    /// Starts one that answers like this, by how often it was told before.
    static func start(
        _ answer: @escaping @Sendable (Int) async -> HTTPResponse = { _ in ShopServer.thanks }
    ) async throws -> ShopServer {
        let loop = try Loop.start(name: "shop")
        let box = HeardBox()
        let server = try await Server.listen(
            on: ServerAddress(host: "127.0.0.1", port: 0),
            loop: loop
        ) { request in
            await answer(box.add(request))
        }
        return ShopServer(loop: loop, server: server, box: box)
    }

    private init(loop: Loop, server: Server, box: HeardBox) {
        self.loop = loop
        self.server = server
        self.box = box
        port = server.address.port
    }

    static let thanks = HTTPResponse(
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: Array(#"{"fulfillment":"code 7"}"#.utf8)
    )

    /// What a service is told to tell this shop.
    var settings: [String: String] {
        [
            "PAYONCE_FULFILLMENT_URL": "http://127.0.0.1:\(port)/paid",
            "PAYONCE_FULFILLMENT_SECRET": ShopServer.secret,
        ]
    }

    /// Every message, in their order.
    var messages: [HTTPRequest] { box.all }

    /// The ids that it heard, in their order.
    var ids: [String] { messages.compactMap { $0.headers["payonce-event-id"] } }

    func stop() async {
        await server.drain(within: .seconds(5))
        loop.stop()
    }
}

/// Requests from whatever thread.
private final class HeardBox: Sendable {
    private let requests = Mutex<[HTTPRequest]>([])

    var all: [HTTPRequest] { requests.withLock { $0 } }

    /// How many there were before.
    func add(_ request: HTTPRequest) -> Int {
        requests.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
    }
}
