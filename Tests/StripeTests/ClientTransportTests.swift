import EventLoop
import Foundation
import HTTPClient
import Payments
import Testing

@testable import Stripe

/// The loop as the service's clock.
private struct LoopTime: Timekeeper {
    let loop: Loop
    var now: Duration { loop.now }
    var executor: any TaskExecutor { loop }

    func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        loop.schedule(after: delay) { body() }
    }
}

/// Through libcurl and a real socket.
@Suite struct ClientTransportTests {
    private static func processor(_ loop: Loop, port: UInt16) throws -> StripeProcessor {
        let key = try #require(StripeSecretKey("sk_test_1"))
        let base = try #require(APIBase("http://127.0.0.1:\(port)"))
        let configuration = try #require(StripeConfiguration(secretKey: key, base: base))
        return StripeProcessor(
            configuration,
            transport: Client(loop: loop),
            clock: LoopTime(loop: loop),
            random: { 0 }
        )
    }

    private static func confirm(_ processor: StripeProcessor, _ loop: Loop) async throws
        -> PostReply
    {
        let intent = try #require(PaymentIntentID(Fixtures.intentID))
        let shown = Presentation(usesStripeSDK: true, returnURL: nil)
        return await processor.post(
            processor.confirmRequest(for: intent, charging: nil, shown, showsCharge: false),
            key: "payonce-pay_1-confirm-1",
            deadline: loop.now + .seconds(20),
            permit: { true }
        )
    }

    @Test func postsAndReadsTheHeaders() async throws {
        let body = String(decoding: Fixtures.intent("succeeded").encoded(), as: UTF8.self)
        let peer = try OneShotPeer(
            answer:
                "HTTP/1.1 200 OK\r\nDATE: \(Fixtures.date)\r\nRequest-ID: req_AbCdEf01234567\r\n"
                + "idempotent-replayed: true\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Connection: close\r\n\r\n" + body
        )
        try await onLoop { loop in
            let processor = try ClientTransportTests.processor(loop, port: peer.port)
            let reply = try await ClientTransportTests.confirm(processor, loop)
            #expect(
                reply
                    == .intent(
                        PostTableTests.snapshot("succeeded"),
                        Fixtures.receipt(200, isReplay: true)
                    )
            )
            #expect(await processor.stripeSeconds() ?? 0 >= Fixtures.dateSeconds)
        }
        let request = await peer.request()
        #expect(
            request.hasPrefix("POST /v1/payment_intents/\(Fixtures.intentID)/confirm HTTP/1.1\r\n")
        )
        #expect(request.hasSuffix("\r\n\r\nuse_stripe_sdk=true"))
        for line in [
            "Authorization: Bearer sk_test_1", "Idempotency-Key: payonce-pay_1-confirm-1",
            "Stripe-Version: 2026-05-27.dahlia", "Content-Type: application/x-www-form-urlencoded",
            "User-Agent: PayOnce", "Content-Length: 19",
        ] {
            #expect(
                request.components(separatedBy: "\r\n").filter { $0 == line }.count == 1,
                "\(line)"
            )
        }
    }

    @Test func aCutAnswerIsUnknown() async throws {
        let peer = try OneShotPeer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"id\":")
        try await onLoop { loop in
            let processor = try ClientTransportTests.processor(loop, port: peer.port)
            #expect(try await ClientTransportTests.confirm(processor, loop) == .unknown)
        }
        #expect(await peer.request().contains("use_stripe_sdk=true"))
    }

    @Test func aRefusedConnectionIsNotSent() async throws {
        let port = try OneShotPeer(answer: "").closedPort()
        try await onLoop { loop in
            let processor = try ClientTransportTests.processor(loop, port: port)
            #expect(try await ClientTransportTests.confirm(processor, loop) == .notSent)
        }
    }
}
