/// Puts the headers around a reply, and the fault into its delivery.
struct AnswerWriter {
    let call: APICall
    let date: String
    /// Set where a fault wants the header to say so, whatever the answer.
    let shouldRetry: Bool?

    func answer(_ reply: Reply, fault: FaultKind?) -> SimulatorAnswer {
        var answer = SimulatorAnswer(
            status: reply.stored.status,
            headers: headers(of: reply),
            body: reply.stored.body,
            execution: reply.execution
        )
        switch fault {
        case .dropBefore, .dropAfter: answer.delivery = .dropped
        case .slow(let seconds): answer.delay = .seconds(seconds)
        case .truncate(let bytes):
            answer.delivery = .truncated(afterBodyBytes: min(bytes, answer.body.count))
        case .resetReused: answer.delivery = .reset
        case .hang: answer.delivery = .never
        case .status, .html502, .rateLimit, .lockTimeout, .inUse, .oddFields, nil: break
        }
        return answer
    }

    private func headers(of reply: Reply) -> [SimulatorAnswer.Header] {
        var headers = [
            SimulatorAnswer.Header(name: "Date", value: date),
            .init(name: "Content-Type", value: reply.stored.contentType),
        ]
        // What a proxy answers on its own has none of Stripe's headers.
        guard reply.stored.contentType == StoredReply.json else { return headers }
        headers += [
            .init(name: "Request-Id", value: call.id),
            .init(name: "Stripe-Version", value: reply.stored.version),
            .init(name: "Cache-Control", value: "no-cache, no-store"),
            .init(name: "Vary", value: "Origin"),
        ]
        headers += CrossOrigin.headers
        addKeyHeaders(of: reply, to: &headers)
        if let word = shouldRetry ?? usualRetry(of: reply) {
            headers.append(.init(name: "Stripe-Should-Retry", value: "\(word)"))
        }
        if let reason = reply.rateLimitedReason {
            headers.append(.init(name: "Stripe-Rate-Limited-Reason", value: reason))
        }
        return headers
    }

    private func addKeyHeaders(of reply: Reply, to headers: inout [SimulatorAnswer.Header]) {
        let method = call.request.method
        if let key = call.request.idempotencyKey, method == "POST" || method == "DELETE" {
            headers.append(.init(name: "Idempotency-Key", value: key))
        }
        guard method == "POST" else { return }
        if reply.isRemembered {
            headers.append(.init(name: "Original-Request", value: reply.stored.request))
        }
        if reply.isReplay {
            headers.append(.init(name: "Idempotent-Replayed", value: "true"))
        }
    }

    /// Of POSTs that were answered for good Stripe says that there is nothing to try again.
    private func usualRetry(of reply: Reply) -> Bool? {
        guard call.request.method == "POST" else { return nil }
        return [200, 400, 402].contains(reply.stored.status) ? false : nil
    }
}
