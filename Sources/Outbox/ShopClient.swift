public import HTTPClient
public import Payments

/// Posts to the shop's address.
public struct ShopClient: ShopEndpoint {
    private let address: ShopAddress
    private let secret: ShopSecret
    private let client: Client
    private let unixSeconds: @Sendable () -> Int64

    /// A shop's answer is a word or a link.
    public static let mostAnswerBytes = 64 << 10

    /// - Parameters:
    ///   - address: where.
    ///   - secret: shared with the shop.
    ///   - client: its own, so that a shop that hangs takes no connection to Stripe.
    ///   - unixSeconds: the wall clock, for the signature alone.
    public init(
        _ address: ShopAddress,
        secret: ShopSecret,
        client: Client,
        unixSeconds: @escaping @Sendable () -> Int64
    ) {
        self.address = address
        self.secret = secret
        self.client = client
        self.unixSeconds = unixSeconds
    }

    public func deliver(_ fulfillment: Fulfillment, deadline: Duration) async -> ShopReply {
        do throws(TransportFailure) {
            let response = try await client.send(request(fulfillment), deadline: deadline)
            return ShopAnswer.delivery(
                response.status,
                contentType: response.headers["Content-Type"],
                body: response.body
            )
        } catch {
            return .failed(reason: ShopClient.reason(of: error))
        }
    }

    private func request(_ fulfillment: Fulfillment) -> ClientRequest {
        let body = ShopMessage.body(of: fulfillment)
        let signature = ShopSignature.value(
            of: body,
            unixSeconds: unixSeconds(),
            secret: secret.exposed
        )
        return ClientRequest(
            method: .post,
            url: address.description,
            headers: [
                ("Content-Type", "application/json"),
                ("Idempotency-Key", fulfillment.id.description),
                ("PayOnce-Event-Id", fulfillment.id.description),
                (ShopSignature.header, signature),
            ],
            body: body
        )
    }

    private static func reason(of failure: TransportFailure) -> String {
        switch failure {
        case .notSent(let reason): "not sent: \(reason)"
        case .outcomeUnknown(let reason): "no answer: \(reason)"
        }
    }
}
