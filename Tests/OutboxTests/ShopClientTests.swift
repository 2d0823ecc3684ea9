import Crypto
import EventLoop
import HTTPClient
import HTTPServer
import JSON
import Money
import Payments
import Synchronization
import Testing

@testable import Outbox

/// Through a real socket, to a shop that checks what it gets.
@Suite struct ShopClientTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private static let seconds: Int64 = 1_800_000_000

    private static func fulfillment() throws -> Fulfillment {
        let item = try #require(ItemID("photo_subscription"))
        let payment = try #require(PaymentID("pay_0123456789abcdef0123456789abcdef"))
        let lines: [(item: ItemID, quantity: Int64)] = [(item, 2)]
        let purchase = Purchase(
            caller: .customer(try #require(CustomerReference("ann"))),
            order: OrderID("order-1"),
            cart: try #require(Cart(lines)),
            currency: .usd
        )
        return Fulfillment(
            id: FulfillmentID(.succeeded, of: payment),
            intent: PaymentIntentID("pi_1"),
            purchase: purchase,
            amount: Amount(minorUnits: 2800, currency: .usd)
        )
    }

    /// Tells a shop that answers like this, and returns what came of it and what the shop heard.
    private func tell(
        _ times: Int = 1,
        path: String = "/paid",
        within patience: Duration = .seconds(20),
        shop: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) async throws -> (deliveries: [ShopReply], heard: [HTTPRequest]) {
        let loop = try Loop.start(name: "shop test")
        defer { loop.stop() }
        let heard = Mutex<[HTTPRequest]>([])
        let server = try await Server.listen(
            on: ServerAddress(host: "127.0.0.1", port: 0),
            loop: loop
        ) { request in
            heard.withLock { $0.append(request) }
            return await shop(request)
        }
        let address = try #require(ShopAddress("http://127.0.0.1:\(server.address.port)\(path)"))
        var configuration = ClientConfiguration()
        configuration.maxResponseBytes = ShopClient.mostAnswerBytes
        let client = Client(loop: loop, configuration: configuration)
        let teller = ShopClient(
            address,
            secret: try #require(ShopSecret(Self.secret)),
            client: client,
            unixSeconds: { Self.seconds }
        )
        var deliveries: [ShopReply] = []
        for _ in 0..<times {
            deliveries.append(
                await teller.deliver(try Self.fulfillment(), deadline: Loop.now + patience)
            )
        }
        await client.close()
        await server.drain(within: .seconds(5))
        return (deliveries, heard.withLock { $0 })
    }

    @Test func theShopCanCheckWhatItGets() async throws {
        let (deliveries, heard) = try await tell(2) { _ in
            HTTPResponse(
                status: 200,
                headers: ["Content-Type": "application/json"],
                body: Array(#"{"fulfillment":"code 7"}"#.utf8)
            )
        }
        #expect(deliveries == [.accepted(answer: "code 7"), .accepted(answer: "code 7")])
        #expect(heard.count == 2)
        // The same in each byte, however often it is told.
        #expect(heard[0].body == heard[1].body)
        let request = heard[0]
        let id = "ful_0123456789abcdef0123456789abcdef_succeeded"
        #expect(request.path == "/paid")
        #expect(request.headers["idempotency-key"] == id)
        #expect(request.headers["payonce-event-id"] == id)
        #expect(request.headers["content-type"] == "application/json")
        let signed = Array("\(Self.seconds).".utf8) + request.body
        let digest = Hex.encode(HMAC.sha256(key: Array(Self.secret.utf8), message: signed))
        #expect(request.headers["payonce-signature"] == "t=\(Self.seconds),v1=\(digest)")
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                {"id":"\(id)","type":"payment.succeeded",\
                "paymentId":"pay_0123456789abcdef0123456789abcdef","paymentIntentId":"pi_1",\
                "amount":2800,"currency":"usd","orderId":"order-1","customerRef":"ann",\
                "items":[{"id":"photo_subscription","quantity":2}]}
                """
        )
    }

    /// The operator chose one address: whoever answers there sends us to no other one.
    @Test func aRedirectIsNotFollowed() async throws {
        let (deliveries, heard) = try await tell { request in
            HTTPResponse(status: 307, headers: ["Location": "http://127.0.0.1:1/elsewhere"])
        }
        #expect(deliveries == [.failed(reason: "status 307")])
        #expect(heard.count == 1)
    }

    @Test func anAnswerWithoutEndIsNone() async throws {
        let (deliveries, _) = try await tell { _ in
            HTTPResponse(
                status: 200,
                headers: ["Content-Type": "text/plain"],
                body: [UInt8](repeating: 0x61, count: ShopClient.mostAnswerBytes + 1)
            )
        }
        #expect(deliveries == [.failed(reason: "no answer: bodyTooLarge")])
    }

    @Test func aShopThatHangsIsLeft() async throws {
        let (deliveries, _) = try await tell(within: .milliseconds(300)) { _ in
            try? await Task.sleep(for: .seconds(2))
            return HTTPResponse(status: 200)
        }
        #expect(deliveries == [.failed(reason: "no answer: timedOut")])
    }
}
