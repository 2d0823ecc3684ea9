/// What became of a request, in few words, so that it can be counted: where the payment stands, and
/// of every other answer what its status means.
public enum RequestOutcome: String, Sendable, Hashable, CaseIterable {
    // Of a payment, as its `status` says.
    case succeeded
    case requiresAction = "requires_action"
    case declined
    case expired
    case canceled
    case processing
    case unknown
    case requiresPaymentMethod = "requires_payment_method"

    // Of everything else.
    case answered
    case malformed
    case unauthorized
    case notFound = "not_found"
    /// 409 and 422: something else stands already.
    case conflict
    case limited
    case unavailable
    case failed

    /// `state` is what the body says of a payment; `nil`, or another word, where it does not.
    init(status: Int, state: String?) {
        switch status {
        case 200: self = state.flatMap(RequestOutcome.init(state:)) ?? .answered
        case ..<400: self = .answered
        case 401, 403: self = .unauthorized
        case 404, 405: self = .notFound
        case 409, 422: self = .conflict
        case 429: self = .limited
        case 400..<500: self = .malformed
        case 503, 504: self = .unavailable
        case _: self = .failed
        }
    }

    private init?(state: String) {
        switch RequestOutcome(rawValue: state) {
        case .succeeded, .requiresAction, .declined, .expired, .canceled, .processing, .unknown,
            .requiresPaymentMethod:
            self.init(rawValue: state)
        case .answered, .malformed, .unauthorized, .notFound, .conflict, .limited, .unavailable,
            .failed, nil:
            return nil
        }
    }
}
