import HTTPServer
import JSON
public import Payments

/// `POST /payments/{id}/refunds`, for the shop's own server.
struct RefundEndpoints: Sendable {
    let useCases: any RefundUseCases
    let authenticator: Authenticator
    let answerTimeout: Duration

    func refund(_ id: String, _ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let credentials = await authenticator.credentials(of: request)
            _ = try credentials.key()
            let asked = try RefundEndpoints.asked(id, request, credentials)
            return RefundTable.reply(
                to: await useCases.refund(asked, until: now + answerTimeout)
            )
        } catch {
            return error.reply
        }
    }

    private static func asked(
        _ id: String,
        _ request: HTTPRequest,
        _ credentials: Credentials
    ) throws(RequestFault) -> RefundRequest {
        let fields = try BodyFields(request)
        let minorUnits = try fields.refundAmount()
        let reason = try fields.refundReason()
        guard let key = try credentials.idempotencyKey() else { throw .keyRequired }
        guard let payment = PaymentID(id) else { throw .paymentNotFound }
        return RefundRequest(payment: payment, key: key, minorUnits: minorUnits, reason: reason)
    }
}

/// What the route asks about refunds.
public protocol RefundUseCases: Sendable {
    /// Gives money back, once for a key.
    func refund(_ request: RefundRequest, until deadline: Duration) async -> RefundAnswer
}

extension BodyFields {
    /// `nil`: all that is left.
    fileprivate func refundAmount() throws(RequestFault) -> Int64? {
        guard let value = try value(of: .amount) else { return nil }
        guard let amount = value.int64, amount > 0 else {
            throw .malformed("amount must be a whole number of minor units, at least 1.")
        }
        return amount
    }

    /// Stripe's three; where none is given, the customer asked for it.
    fileprivate func refundReason() throws(RequestFault) -> RefundReason {
        guard let text = try text(of: .reason) else { return .requestedByCustomer }
        guard let reason = RefundReason(rawValue: text) else {
            let words = RefundReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformed("reason must be one of \(words).")
        }
        return reason
    }
}
