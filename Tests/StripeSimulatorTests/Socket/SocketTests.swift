import EventLoop
import HTTPServer
import Testing

@testable import StripeSimulator

/// The simulator at a real socket.
@Suite struct SocketTests {
    private static let pay = Bench.manual + "&confirm=true&payment_method=pm_card_visa"

    private func withSimulator(_ body: @Sendable (UInt16) throws -> Void) async throws {
        let loop = try Loop.start(name: "simulator")
        defer { loop.stop() }
        let simulator = try await Simulator.listen(
            on: .loopback(),
            loop: loop,
            options: SimulatorOptions(seed: 1) { 1_790_000_000 }
        )
        try body(simulator.port)
        await simulator.close()
    }

    private static func call(
        _ port: UInt16,
        _ method: String,
        _ path: String,
        _ body: String = "",
        key: String? = nil
    ) throws -> (text: String, ending: WireClient.Ending?) {
        let client = try WireClient(port: port)
        client.send(method, path, body, key: key)
        return client.receive()
    }

    private static func fault(_ port: UInt16, _ fault: String) throws {
        let answer = try call(port, "POST", "/_simulator/faults", fault)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK"))
    }

    private static func bookCount(_ port: UInt16) throws -> Int {
        try call(port, "GET", "/_simulator/book").text.split(separator: "\"payment_intent\"").count
            - 1
    }

    @Test func aPaymentSucceeds() async throws {
        try await withSimulator { port in
            let client = try WireClient(port: port)
            client.send("POST", "/v1/payment_intents", Self.pay, key: "K1")
            let paid = client.receive()
            #expect(paid.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(paid.text.contains("\r\nDate: Mon, 21 Sep 2026 14:13:20 GMT\r\n"))
            #expect(paid.text.contains("\r\nRequest-Id: req_"))
            #expect(paid.text.contains("\"status\": \"succeeded\""))
            // The same connection carries the next one.
            client.send("GET", "/v1/payment_intents?limit=1")
            #expect(client.receive().text.contains("\"object\": \"list\""))
        }
    }

    @Test func aDroppedAnswerIsReplayed() async throws {
        try await withSimulator { port in
            try Self.fault(port, #"{"fault":"drop_after","times":1}"#)
            let lost = try Self.call(port, "POST", "/v1/payment_intents", Self.pay, key: "K1")
            #expect(lost.text.isEmpty)
            #expect(lost.ending == .closed)
            let replay = try Self.call(port, "POST", "/v1/payment_intents", Self.pay, key: "K1")
            #expect(replay.text.contains("\r\nIdempotent-Replayed: true\r\n"))
            #expect(replay.text.contains("\"status\": \"succeeded\""))
            #expect(try Self.bookCount(port) == 1)
        }
    }

    @Test func aSlowRequestHoldsItsKey() async throws {
        try await withSimulator { port in
            try Self.fault(port, #"{"fault":"slow","seconds":0.5,"times":1}"#)
            let first = try WireClient(port: port)
            first.send("POST", "/v1/payment_intents", Self.pay, key: "K1")
            // The arrival is in the log as soon as it was executed.
            while try !Self.call(port, "GET", "/_simulator/requests").text.contains("executed") {}
            let second = try Self.call(port, "POST", "/v1/payment_intents", Self.pay, key: "K1")
            #expect(second.text.hasPrefix("HTTP/1.1 409 Conflict\r\n"))
            #expect(second.text.contains("idempotency_key_in_use"))
            #expect(first.receive().text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let third = try Self.call(port, "POST", "/v1/payment_intents", Self.pay, key: "K1")
            #expect(third.text.contains("Idempotent-Replayed: true"))
            #expect(try Self.bookCount(port) == 1)
        }
    }

    @Test func aHangSaysNothingWhileOthersAreServed() async throws {
        try await withSimulator { port in
            try Self.fault(port, #"{"fault":"hang","times":1}"#)
            let client = try WireClient(port: port)
            client.setTimeout(seconds: 0.3)
            client.send("POST", "/v1/payment_intents", Self.pay)
            let nothing = client.receive()
            #expect(nothing.text.isEmpty)
            #expect(nothing.ending == .timedOut)
            let other = try Self.call(port, "POST", "/v1/payment_intents", Self.pay)
            #expect(other.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func aCutAnswerEndsEarly() async throws {
        try await withSimulator { port in
            try Self.fault(port, #"{"fault":"truncate","bytes":10,"times":1}"#)
            let cut = try Self.call(port, "POST", "/v1/payment_intents", Self.pay)
            #expect(cut.ending == .closed)
            let body = cut.text.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
            #expect(body.utf8.count == 10)
        }
    }

    @Test func aResetHitsAUsedConnectionOnly() async throws {
        try await withSimulator { port in
            try Self.fault(port, #"{"fault":"reset_reused","path":"/v1/*","times":1}"#)
            let client = try WireClient(port: port)
            client.send("GET", "/v1/payment_intents")
            #expect(client.receive().text.hasPrefix("HTTP/1.1 200 OK"))
            client.send("POST", "/v1/payment_intents", Self.pay)
            #expect(client.receive().ending == .reset)
            #expect(try Self.bookCount(port) == 0)
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func othersAreKeptOut(host: String) async throws {
        let loop = try Loop.start(name: "simulator")
        defer { loop.stop() }
        await #expect(throws: SimulatorError.notLoopback(host)) {
            _ = try await Simulator.listen(
                on: ServerAddress(host: host, port: 0),
                loop: loop,
                options: SimulatorOptions(seed: 1) { 0 }
            )
        }
    }
}
