// What a person says about a payment that the service cannot end by itself.

extension PaymentService {
    /// Ends a payment by a person's word, by what Stripe shows now.
    public func resolve(
        _ request: ResolveRequest,
        until deadline: Duration
    ) async -> ResolveAnswer {
        do throws(StoreFailure) {
            guard let payment = try await repository.payment(request.payment) else {
                return .refused(.notFound, nil)
            }
            return .refused(.unavailable, ResolveView(of: payment))
        } catch {
            return .refused(.unavailable, nil)
        }
    }
}
