import Foundation

extension PayOnceService {
    /// Sends what can charge, once, and says what has come back.
    func event(of ask: Ask, _ record: CheckoutRecord) async -> Event {
        do throws(TransportFailure) {
            let reply = try await exchange(call(for: ask, record))
            return ask == .confirm ? PayOnceService.sheetEvent(reply) : PayOnceService.event(reply)
        } catch {
            switch error {
            case .lost: return .lost
            case .notSent: return .notSent
            }
        }
    }

    /// Only our service's own words count: a page of a proxy, whatever its status, says nothing of
    /// what is behind it.
    static func event(_ reply: HTTPReply) -> Event {
        if reply.status == 200 {
            return .answered(JSON.read(PaymentBody.self, reply.body).map(Standing.init) ?? .unknown)
        }
        guard let refusal = Refusal(reply) else { return .lost }
        return .refused(refusal)
    }

    /// `/confirm-intent` has a shape of its own: a secret, or a sentence with a status.
    static func sheetEvent(_ reply: HTTPReply) -> Event {
        switch reply.status {
        case 200:
            return JSON.read(SheetAnswer.self, reply.body)
                .map { .answered(.inSheet($0.intentClientSecret)) } ?? .lost
        case 402:
            guard let refusal = Refusal(reply) else { return .lost }
            let why = Explanation(sentence: refusal.sentence, code: "card_declined")
            return .answered(.declined(why))
        case 504: return .answered(.unknown)
        default: return event(reply)
        }
    }

    private func call(for ask: Ask, _ record: CheckoutRecord) -> HTTPCall {
        switch ask {
        case .first:
            .post("/pay", PayBody(record.purchase, record.card), key: record.key)
        case .second(let intent, let secret):
            .post("/pay", ["paymentIntentId": intent], proof: secret)
        case .confirm:
            .post("/confirm-intent", SheetBody(record.purchase, record.card), key: record.key)
        case .cancel(let payment):
            HTTPCall(
                "POST",
                "/payments/\(payment)/cancel",
                headers: ["Idempotency-Key": record.key]
            )
        case .look(let payment):
            HTTPCall("GET", "/payments/\(payment)", headers: ["Idempotency-Key": record.key])
        }
    }
}

extension Refusal {
    /// An answer that has our shape. Anything from 500 on, except the service's own "not now", may
    /// come from behind a charge.
    init?(_ reply: HTTPReply) {
        let isOurs = (400..<500).contains(reply.status) || reply.status == 503
        guard isOurs, let body = JSON.read(RefusalBody.self, reply.body), !body.error.isEmpty
        else { return nil }
        self.init(
            status: reply.status,
            code: body.code ?? "",
            sentence: body.error,
            retryAfterSeconds: reply.headers["retry-after"].flatMap { Int($0) }
        )
    }
}

private struct SheetAnswer: Decodable {
    var intentClientSecret: Secret
}

private struct RefusalBody: Decodable {
    var error: String
    var code: String?
}

enum JSON {
    /// `nil` where the bytes are not JSON of this shape.
    static func read<Value: Decodable>(_ type: Value.Type, _ bytes: Data) -> Value? {
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            return nil
        }
    }
}

extension HTTPCall {
    /// A POST of JSON, under the key of a checkout or with the proof of a payment.
    static func post(
        _ path: String,
        _ body: some Encodable,
        key: String? = nil,
        proof: Secret? = nil
    ) -> HTTPCall {
        var call = HTTPCall("POST", path, headers: ["Content-Type": "application/json"])
        if let key { call.headers["Idempotency-Key"] = key }
        if let proof { call.headers["Payment-Client-Secret"] = proof.reveal() }
        do {
            // A repeat is the same bytes.
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            call.body = try encoder.encode(body)
        } catch {
            preconditionFailure("strings, integers and booleans are always JSON: \(error)")
        }
        return call
    }
}
