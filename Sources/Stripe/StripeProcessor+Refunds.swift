import HTTPClient
public import Payments

extension StripeProcessor: RefundProcessor {
    public nonisolated func refundRequest(for draft: RefundDraft) -> FrozenRequest {
        RefundRequests.create(draft, apiVersion: configuration.apiVersion)
    }

    public func postRefund(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> RefundReply {
        guard await hasTurn(in: .step, deadline: deadline) else { return .notSent }
        do throws(TransportFailure) {
            let answer = try await call(.post(request, key: key), deadline, permit: permit)
            return RefundTable.reply(to: answer)
        } catch {
            switch error {
            case .notSent: return .notSent
            case .outcomeUnknown: return .unknown
            }
        }
    }

    public func refunds(
        of intent: PaymentIntentID,
        after last: StripeRefundID?,
        deadline: Duration
    ) async -> ReadReply<RefundPage> {
        let path = RefundRequests.listPath(
            of: intent,
            after: last,
            limit: StripeProcessor.pageSize
        )
        return await read(path, .read, deadline, Departure(), RefundTable.page)
    }
}
