/// What lets a page from elsewhere read an answer: at Stripe, as here, every page may, since it is
/// the key that counts. The control calls do not say so: a page could empty the simulator.
/// [Fetch, 3.2](https://fetch.spec.whatwg.org/#http-cors-protocol)
enum CrossOrigin {
    static let headers: [SimulatorAnswer.Header] = [
        .init(name: "Access-Control-Allow-Origin", value: "*"),
        .init(
            name: "Access-Control-Expose-Headers",
            value: "Request-Id, Idempotent-Replayed, Original-Request, Stripe-Should-Retry"
        ),
    ]

    static let preflight: [SimulatorAnswer.Header] =
        headers + [
            .init(name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, DELETE"),
            .init(
                name: "Access-Control-Allow-Headers",
                value: "Authorization, Content-Type, Idempotency-Key, Stripe-Version"
            ),
            .init(name: "Access-Control-Max-Age", value: "300"),
        ]
}
