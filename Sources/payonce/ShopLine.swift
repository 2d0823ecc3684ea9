import EventLoop
import HTTPClient
import Outbox
import PaymentStore
import Payments
import Telemetry

/// The way to the shop: who tells it, and the connections for that.
struct ShopLine {
    let service: FulfillmentService
    private let client: Client

    init(_ settings: ShopSettings, _ store: SQLFulfillmentStore, on loop: Loop) {
        var configuration = ClientConfiguration()
        configuration.maxResponseBytes = ShopClient.mostAnswerBytes
        configuration.userAgent = "PayOnce"
        client = Client(loop: loop, configuration: configuration)
        let shop = ShopClient(
            settings.address,
            secret: settings.secret,
            client: client,
            unixSeconds: { UTCTime.now().since1970.components.seconds }
        )
        service = FulfillmentService(
            store: store,
            shop: shop,
            time: loop,
            jitter: { Int.random(in: 0..<1024) }
        )
    }

    /// What is under way is told again, by whoever comes next.
    func stop() async {
        await service.stop()
        await client.close()
    }
}
