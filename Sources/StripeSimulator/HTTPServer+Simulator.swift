import HTTPServer

extension SimulatorRequest {
    init(_ request: HTTPRequest) {
        self.init(
            method: request.method.rawValue,
            path: request.path,
            query: request.query,
            authorization: request.headers["authorization"],
            idempotencyKey: request.headers["idempotency-key"],
            version: request.headers["stripe-version"],
            contentType: request.headers["content-type"],
            body: request.body,
            isConnectionReused: !request.isFirstOnConnection
        )
    }
}

extension HTTPResponse {
    init(_ answer: SimulatorAnswer) {
        var headers = HTTPHeaders()
        for header in answer.headers { headers.add(header.name, header.value) }
        self.init(
            status: answer.status,
            headers: headers,
            body: answer.body,
            delivery: Delivery(answer.delivery)
        )
    }
}

extension Delivery {
    fileprivate init(_ delivery: SimulatorAnswer.Delivery) {
        switch delivery {
        case .whole: self = .whole
        case .truncated(let bytes): self = .truncated(afterBodyBytes: bytes)
        case .dropped, .never: self = .dropped
        case .reset: self = .reset
        }
    }
}
