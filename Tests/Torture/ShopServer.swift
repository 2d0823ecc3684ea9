import Crypto
import EventLoop
import HTTPServer
import JSON
import Synchronization
import TestKit

/// The shop's own server, which is told what came of payments: it says 503, is slow, hangs, cuts
/// its answers off, and is away altogether at times. What it heard it remembers.
final class ShopServer: Sendable {
    static let secret = "a-secret-that-the-shop-knows-too"

    /// What it was told under one name.
    struct Heard: Sendable {
        let type: String
        let payment: String
        let amount: Int64
        let body: [UInt8]
        var count = 1
    }

    fileprivate struct State {
        var dice: Dice
        var isCalm = false
        var heard: [String: Heard] = [:]
        var moods: [String: Int] = [:]
        var violations: [String] = []
    }

    private enum Mood: String { case thanks, refuses, slow, hangs, resets, truncates }

    private let port: UInt16
    private let loop: Loop
    private let server: Mutex<Server?>
    private let state: Mutex<State>

    static func start(seed: UInt64) async throws -> ShopServer {
        let shop = try ShopServer(
            port: try ProcessPorts.free(),
            loop: try Loop.start(name: "shop"),
            dice: Dice(seed: seed, stream: 1 << 54)
        )
        try await shop.open()
        return shop
    }

    private init(port: UInt16, loop: Loop, dice: Dice) throws {
        self.port = port
        self.loop = loop
        server = Mutex(nil)
        state = Mutex(State(dice: dice))
    }

    /// What a service is told to tell this shop.
    var settings: [String: String] {
        [
            "PAYONCE_FULFILLMENT_URL": "http://127.0.0.1:\(port)/paid",
            "PAYONCE_FULFILLMENT_SECRET": ShopServer.secret,
        ]
    }

    /// By the name of the message.
    var heard: [String: Heard] { state.withLock { $0.heard } }
    /// How often it answered how.
    var moods: [String: Int] { state.withLock { $0.moods } }
    var violations: [String] { state.withLock { $0.violations } }

    // MARK: What becomes of it

    func open() async throws {
        let new = try await Server.listen(
            on: ServerAddress(host: "127.0.0.1", port: port),
            loop: loop
        ) { [self] request in await answer(request) }
        server.withLock { $0 = new }
    }

    /// Its connections break and its address takes none.
    func close() async {
        let old = server.withLock { server in
            defer { server = nil }
            return server
        }
        await old?.drain(within: .zero)
    }

    /// From now on it does as it should.
    func calmDown() { state.withLock { $0.isCalm = true } }

    func stop() async {
        await close()
        loop.stop()
    }

    // MARK: Answering

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let mood = hear(request)
        var response = HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: ShopServer.thanks(for: request)
        )
        switch mood {
        case .thanks: break
        case .refuses: response.status = 503
        case .slow: await rest(.seconds(3))
        // Longer than a service waits.
        case .hangs: await rest(.seconds(12))
        case .resets: response.delivery = .reset
        case .truncates: response.delivery = .truncated(afterBodyBytes: 10)
        }
        return response
    }

    /// The same for the same payment, whenever it is said.
    static func answer(for payment: String) -> String { "code of \(payment)" }

    private static func thanks(for request: HTTPRequest) -> [UInt8] {
        guard let payment = payment(in: request) else { return [] }
        return JSONValue.object(["fulfillment": .string(answer(for: payment))]).encoded()
    }

    private static func payment(in request: HTTPRequest) -> String? {
        message(in: request)?["paymentId"]?.string
    }

    fileprivate static func message(in request: HTTPRequest) -> JSONValue? {
        do {
            return try JSONValue.parse(request.body, limits: .request)
        } catch {
            return nil
        }
    }

    private func hear(_ request: HTTPRequest) -> Mood {
        state.withLock { state in
            if let violation = state.take(request) { state.violations.append(violation) }
            let mood = state.isCalm ? .thanks : ShopServer.mood(&state.dice)
            state.moods["the shop \(mood.rawValue)", default: 0] += 1
            return mood
        }
    }

    private static func mood(_ dice: inout Dice) -> Mood {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<70: .thanks
        case ..<83: .refuses
        case ..<88: .slow
        case ..<92: .hangs
        case ..<96: .resets
        case _: .truncates
        }
    }

    fileprivate static func isSigned(_ request: HTTPRequest) -> Bool {
        let parts = (request.headers["payonce-signature"] ?? "").split(separator: ",")
        guard parts.count == 2, parts[0].hasPrefix("t="), parts[1].hasPrefix("v1=") else {
            return false
        }
        let signed = Array("\(parts[0].dropFirst(2)).".utf8) + request.body
        let digest = HMAC.sha256(key: Array(secret.utf8), message: signed)
        return Hex.encode(digest) == parts[1].dropFirst(3)
    }
}

extension ShopServer.State {
    /// - Returns: what is wrong with it.
    fileprivate mutating func take(_ request: HTTPRequest) -> String? {
        guard ShopServer.isSigned(request) else { return "the shop was told by somebody else" }
        guard let message = ShopServer.message(in: request), let id = message["id"]?.string,
            let type = message["type"]?.string, let payment = message["paymentId"]?.string,
            let amount = message["amount"]?.int64
        else { return "the shop was told what nobody can read" }
        guard let known = heard[id] else {
            heard[id] = ShopServer.Heard(
                type: type,
                payment: payment,
                amount: amount,
                body: request.body
            )
            return nil
        }
        heard[id]?.count += 1
        return known.body == request.body ? nil : "\(id) was told in other bytes"
    }
}
