import Foundation

@testable import PayOnceClient

/// The service and the bank behind it, as the contract has them, with the charges as the truth.
struct ModelBank {
    enum State {
        case challenge
        case authenticated
        case authenticationFailed
        /// The service finds out at this time.
        case unknown(until: Duration)
        case processing(until: Duration)
        case paid, declined, expired, canceled
    }

    struct Attempt {
        let number: Int
        let method: String
        let begunAt: Duration
        var state: State
        /// What the bank did, which the service may not know yet.
        var isCharged = false
    }

    private(set) var attempts: [(key: String, attempt: Attempt)] = []

    var charges: Int { attempts.count { $0.attempt.isCharged } }
    var newest: State? { attempts.last?.attempt.state }

    mutating func execute(_ call: HTTPCall, at now: Duration) -> HTTPReply {
        resolve(at: now)
        if call.path.hasPrefix("/payments/") { return concerning(call) }
        guard let body = call.body, let pay = JSON.read(Body.self, body) else {
            return ModelBank.refusal(400, "invalid_request")
        }
        if let intent = pay.paymentIntentId { return second(intent, at: now) }
        guard let method = pay.paymentMethodId, let key = call.headers["Idempotency-Key"] else {
            return ModelBank.refusal(400, "invalid_request")
        }
        return first(method, key, at: now)
    }

    /// What the customer does in the newest challenge.
    mutating func authenticate(_ state: State) {
        guard let last = attempts.indices.last, case .challenge = attempts[last].attempt.state
        else { return }
        attempts[last].attempt.state = state
    }

    private struct Body: Decodable {
        var paymentMethodId: String?
        var paymentIntentId: String?
    }

    // MARK: Requests

    private mutating func first(_ method: String, _ key: String, at now: Duration) -> HTTPReply {
        guard let place = attempts.lastIndex(where: { $0.key == key }) else {
            return begin(method, key, at: now)
        }
        let isSameCard = attempts[place].attempt.method == method
        switch attempts[place].attempt.state {
        case .paid, .unknown, .processing: return reply(place)
        case .declined, .expired, .canceled:
            return isSameCard ? reply(place) : begin(method, key, at: now)
        case .challenge, .authenticated, .authenticationFailed:
            guard isSameCard else {
                attempts[place].attempt.state = .canceled
                return begin(method, key, at: now)
            }
            return confirm(place, at: now)
        }
    }

    private mutating func second(_ intent: String, at now: Duration) -> HTTPReply {
        guard let place = attempts.firstIndex(where: { "pi_\($0.attempt.number)" == intent })
        else { return ModelBank.refusal(404, "payment_not_found") }
        return confirm(place, at: now)
    }

    private mutating func confirm(_ place: Int, at now: Duration) -> HTTPReply {
        switch attempts[place].attempt.state {
        case .authenticated where now - attempts[place].attempt.begunAt > .seconds(3600):
            attempts[place].attempt.state = .expired
        case .authenticated:
            attempts[place].attempt.state = .paid
            attempts[place].attempt.isCharged = true
        case .authenticationFailed: attempts[place].attempt.state = .declined
        case .challenge, .unknown, .processing, .paid, .declined, .expired, .canceled: break
        }
        return reply(place)
    }

    /// `GET /payments/{id}` and `POST /payments/{id}/cancel`.
    private mutating func concerning(_ call: HTTPCall) -> HTTPReply {
        let place = attempts.firstIndex {
            call.path.split(separator: "/")[1] == "pay_\($0.attempt.number)"
        }
        guard let place else { return ModelBank.refusal(404, "payment_not_found") }
        if call.method == "GET" { return reply(place) }
        switch attempts[place].attempt.state {
        case .challenge, .authenticated, .authenticationFailed:
            attempts[place].attempt.state = .canceled
        case .paid, .unknown, .processing:
            return ModelBank.refusal(409, "payment_not_cancelable")
        case .declined, .expired, .canceled: break
        }
        return reply(place)
    }

    // MARK: The bank

    private mutating func begin(_ method: String, _ key: String, at now: Duration) -> HTTPReply {
        var attempt = Attempt(
            number: attempts.count + 1,
            method: method,
            begunAt: now,
            state: .declined
        )
        let later = now + .seconds(20)
        switch method.split(separator: "_")[1] {
        case "good": (attempt.state, attempt.isCharged) = (.paid, true)
        case "challenge": attempt.state = .challenge
        case "doubtful": (attempt.state, attempt.isCharged) = (.unknown(until: later), true)
        case "lost": attempt.state = .unknown(until: later)
        case "slow": (attempt.state, attempt.isCharged) = (.processing(until: later), true)
        default: break
        }
        attempts.append((key, attempt))
        return reply(attempts.count - 1)
    }

    /// The service finds out what the bank did.
    private mutating func resolve(at now: Duration) {
        for place in attempts.indices {
            switch attempts[place].attempt.state {
            case .unknown(let until) where until <= now, .processing(let until) where until <= now:
                attempts[place].attempt.state =
                    attempts[place].attempt.isCharged ? .paid : .canceled
            case _: break
            }
        }
    }

    // MARK: Answers

    private func reply(_ place: Int) -> HTTPReply {
        let attempt = attempts[place].attempt
        let ids = #""paymentId":"pay_\#(attempt.number)","paymentIntentId":"pi_\#(attempt.number)""#
        func problem(_ status: String, _ code: String) -> String {
            #"{"status":"\#(status)","error":"No.","code":"\#(code)",\#(ids)}"#
        }
        let secret = #""clientSecret":"pi_\#(attempt.number)_secret_x""#
        let text =
            switch attempt.state {
            case .challenge, .authenticated, .authenticationFailed:
                #"{"status":"requires_action","requiresAction":true,\#(secret),\#(ids)}"#
            case .paid: #"{"status":"succeeded",\#(secret),\#(ids)}"#
            case .unknown: problem("unknown", "outcome_unknown")
            case .processing: problem("processing", "payment_processing")
            case .declined: problem("declined", "card_declined")
            case .expired: problem("expired", "confirmation_window_expired")
            case .canceled: problem("canceled", "canceled")
            }
        return HTTPReply(status: 200, body: Data(text.utf8))
    }

    static func refusal(_ status: Int, _ code: String, after seconds: Int? = nil) -> HTTPReply {
        HTTPReply(
            status: status,
            headers: seconds.map { ["retry-after": "\($0)"] } ?? [:],
            body: Data(#"{"error":"No.","code":"\#(code)"}"#.utf8)
        )
    }
}
