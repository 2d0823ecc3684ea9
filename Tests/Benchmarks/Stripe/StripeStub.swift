import EventLoop
import Glibc
import HTTPServer

/// Answers every new payment with a success. On its loop only.
///
/// It remembers nothing, so it is no stand-in for Stripe where a request may be repeated: that is the
/// simulator.
actor StripeStub {
    private nonisolated let loop: Loop
    private let delay: Duration
    private let intents = IntentTemplate()
    private var created = 0
    private var inFlight = 0
    private var mostInFlight = 0
    /// Ids begin with the second of the start, as Stripe's do: two runs against one database must not
    /// meet.
    private let run = StripeStub.secondsSince1970()

    init(loop: Loop, delay: Duration) {
        self.loop = loop
        self.delay = delay
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        switch (request.method, request.path) {
        case (.post, "/v1/payment_intents"): await pay(request)
        case (.get, "/v1/payment_intents"): Self.json(200, Self.emptyList)
        case (.get, "/stub/most-in-flight"): Self.json(200, "\(mostInFlight)\n")
        default: Self.json(404, #"{"error":{"type":"invalid_request_error"}}"#)
        }
    }

    private func pay(_ request: HTTPRequest) async -> HTTPResponse {
        inFlight += 1
        mostInFlight = max(mostInFlight, inFlight)
        defer { inFlight -= 1 }
        created += 1
        let id = Self.padded(created)
        if delay > .zero { await wait() }
        guard let body = intents.succeeded(request.body, id: id, second: run) else {
            return Self.json(400, #"{"error":{"type":"invalid_request_error"}}"#)
        }
        let requestID = "req_Bench\(id.suffix(9))"
        var headers: HTTPHeaders = [
            "Server": "nginx",
            "Content-Type": "application/json",
            "Access-Control-Allow-Credentials": "true",
            "Cache-Control": "no-cache, no-store",
            "Original-Request": requestID,
            "Request-Id": requestID,
            "Stripe-Should-Retry": "false",
            "Stripe-Version": "2026-05-27.dahlia",
            "Vary": "Origin",
            "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
        ]
        if let key = request.headers["idempotency-key"] { headers.add("Idempotency-Key", key) }
        return HTTPResponse(status: 200, headers: headers, body: body)
    }

    private func wait() async {
        do {
            try await loop.sleep(for: delay)
        } catch {
            // Nobody cancels the handlers.
        }
    }

    private static let emptyList =
        #"{"object":"list","data":[],"has_more":false,"url":"/v1/payment_intents"}"#

    private static func json(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "application/json", "Request-Id": "req_BenchOther"],
            body: Array(text.utf8)
        )
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
    }

    private static func secondsSince1970() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec
    }
}
