import HTTPServer
import JSON
import Payments
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import API

/// A router with everything around it, on a workbench.
struct Bench {
    let useCases: ScriptedUseCases
    let wallet: ScriptedWallet
    let sheets: ScriptedSheets
    let router: Router
    private let lines: Collected

    init(
        answering answer: PaymentAnswer? = nil,
        orders: OrderAnswer = .refused(.notFound),
        holdingBack: Bool = false,
        readiness: Readiness = .ready,
        file: @escaping @Sendable (String) async -> StaticFile? = { _ in nil },
        clock: @escaping @Sendable () -> Duration = { .seconds(1000) },
        logLevel: LogLevel = .debug,
        refunds: ScriptedRefunds = ScriptedRefunds(),
        fulfillments: MemoryFulfillments = MemoryFulfillments(),
        keys: MemoryKeys = MemoryKeys(),
        settings change: (inout RouterSettings) -> Void = { _ in }
    ) throws {
        let succeeded = PaymentAnswer.standing(
            try Samples.view(.succeeded(try Samples.secret()))
        )
        var settings = RouterSettings(
            publishableKey: "pk_test_1",
            mode: .simulator,
            defaults: try Samples.defaults()
        )
        change(&settings)
        let useCases = ScriptedUseCases(
            answering: answer ?? succeeded,
            orders: orders,
            holdingBack: holdingBack
        )
        let wallet = ScriptedWallet()
        let sheets = ScriptedSheets()
        let lines = Collected()
        let ids = Numbers()
        let logger = Logger(
            minimum: logLevel,
            clock: { UTCTime(since1970: .zero) },
            sink: LogSink { lines.add(String(decoding: $0, as: UTF8.self)) }
        )
        self.useCases = useCases
        self.wallet = wallet
        self.sheets = sheets
        self.lines = lines
        router = Router(
            useCases: useCases,
            wallet: wallet,
            sheets: sheets,
            refunds: refunds,
            fulfillments: fulfillments,
            settings: settings,
            surroundings: Surroundings(
                now: clock,
                wallClock: { .seconds(TokenForge.now) },
                apiKeys: keys,
                newRequestID: { "req_\(ids.next())" },
                readiness: { readiness },
                staticFile: file,
                log: { $0.write(to: logger) }
            )
        )
    }

    var log: [String] { lines.all }

    func post(
        _ path: String = "/pay",
        _ body: String,
        _ headers: HTTPHeaders = [:],
        contentType: String? = "application/json",
        peer: String = "192.0.2.1"
    ) async -> HTTPResponse {
        var headers = headers
        if let contentType { headers.add("Content-Type", contentType) }
        let request = HTTPRequest(
            method: .post,
            path: path,
            headers: headers,
            body: Array(body.utf8),
            peer: peer
        )
        return looked(at: await router.answer(request))
    }

    func get(
        _ path: String,
        query: String? = nil,
        _ headers: HTTPHeaders = [:],
        method: HTTPMethod = .get
    ) async -> HTTPResponse {
        let request = HTTPRequest(method: method, path: path, query: query, headers: headers)
        return looked(at: await router.answer(request))
    }

    /// No public sample app misreads it, whatever it answers.
    private func looked(at response: HTTPResponse) -> HTTPResponse {
        guard response.headers["content-type"] == "application/json" else { return response }
        do {
            let misread = try SampleApp.misreadings(response.status, response.body)
            #expect(misread.isEmpty, "\(misread)")
        } catch {
            Issue.record("no JSON: \(response.text)")
        }
        return response
    }

    /// The first call that a body of `/pay` is read as.
    func firstCall(_ body: String, _ headers: HTTPHeaders = [:]) async throws -> PayRequest {
        let response = await post("/pay", body, headers)
        try #require(response.status == 200, "\(response.text)")
        guard case .pay(let request, _) = await useCases.calls.last else {
            throw Unexpected("a second call")
        }
        return request
    }

    /// The second call that a body of `/pay` is read as.
    func secondCall(_ body: String, _ headers: HTTPHeaders = [:]) async throws -> SecondCall {
        let response = await post("/pay", body, headers)
        try #require(response.status == 200, "\(response.text)")
        guard case .confirm(let call, _) = await useCases.calls.last else {
            throw Unexpected("a first call")
        }
        return call
    }
}

struct Unexpected: Error {
    let what: String
    init(_ what: String) { self.what = what }
}

extension Readiness {
    static let ready = Readiness(
        isDatabaseWritable: true,
        isSchemaRight: true,
        isDraining: false,
        stripe: "reachable"
    )
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The members of the answer, which has to be an object.
    func object() throws -> JSONObject {
        try #require(try JSONValue.parse(body, limits: .request).object)
    }

    func code() throws -> String? { try object()["code"]?.string }
    func sentence() throws -> String { try #require(try object()["error"]?.string) }
}

/// Lines from whatever thread.
final class Collected: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Counts up from 1.
final class Numbers: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// Time that stands still until it is told to go on.
final class ManualClock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(by step: Duration) { time.withLock { $0 += step } }
}
