/// A request, byte by byte, and what its answer must hold.
struct SampleRequest {
    let bytes: [UInt8]
    private let expected: [[UInt8]]

    /// Different prices, so that an answer which reached the wrong client shows.
    private static let shop = [
        (item: "photo_subscription", amount: 1400), (item: "id-2", amount: 2000),
        (item: "id-3", amount: 3000), (item: "id-4", amount: 4000), (item: "id-5", amount: 5000),
    ]

    /// The answer to a payment that was made before has to say so.
    func repeated() -> SampleRequest {
        SampleRequest(bytes: bytes, expected: expected + [Array("Idempotent-Replayed: true".utf8)])
    }

    /// As the guide's iOS app sends it, with a key.
    static func payment(_ number: Int, run: String) -> SampleRequest {
        let sold = shop[number % shop.count]
        let body = """
            {"useStripeSdk":true,"paymentMethodId":"pm_1\(run)\(number)","currency":"usd",\
            "items":[{"id":"\(sold.item)"}]}
            """
        return SampleRequest(
            bytes: post("/pay", "application/json", key: "\(run)-\(number)", body),
            expected: [
                Array("\"status\":\"succeeded\"".utf8), Array("\"amount\":\(sold.amount)".utf8),
                Array("\"clientSecret\":\"pi_".utf8), Array("\"currency\":\"usd\"".utf8),
            ]
        )
    }

    /// As the service asks Stripe.
    static func intent(_ number: Int, run: String) -> SampleRequest {
        let amount = shop[number % shop.count].amount
        let payment = "pay_\(run)\(number)"
        let body = """
            amount=\(amount)&currency=usd&payment_method=pm_1\(run)\(number)\
            &payment_method_types%5B%5D=card&confirmation_method=manual&confirm=true\
            &use_stripe_sdk=true&metadata%5Bpayonce_payment_id%5D=\(payment)
            """
        return SampleRequest(
            bytes: post(
                "/v1/payment_intents",
                "application/x-www-form-urlencoded",
                key: "payonce-\(payment)-create-1",
                body
            ),
            expected: [
                Array("\"status\": \"succeeded\"".utf8), Array("\"amount\": \(amount)".utf8),
                Array(payment.utf8),
            ]
        )
    }

    func isRight(_ answer: UnsafeRawBufferPointer) -> Bool {
        answer.starts(with: SampleRequest.success) && expected.allSatisfy { answer.contains($0) }
    }

    private static let success = Array("HTTP/1.1 200 ".utf8)

    private static func post(
        _ path: String,
        _ type: String,
        key: String,
        _ body: String
    ) -> [UInt8] {
        Array(
            ("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
                + "Idempotency-Key: \(key)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                .utf8
        )
    }
}
