// Refunds that others made, or ended, at Stripe.

extension RefundService {
    /// Each round writes one refund that was not known, or one piece of news of a known one.
    private static let mostAdoptions = 50

    /// Takes in what Stripe has of the payment's refunds. The ledger is read before the list, and
    /// written only as it was read, so that an old list undoes nothing newer.
    ///
    /// - Returns: whether nothing of it is news any more; `false`: look again later.
    func takeIn(_ payment: PaymentID) async throws(StoreFailure) -> Bool {
        for _ in 0..<RefundService.mostAdoptions {
            guard let ledger = try await repository.ledger(of: payment) else { return true }
            guard ledger.holdsMoney else {
                return ledger.payment.state.isTerminal
            }
            guard let listed = await list(ledger) else { return false }
            guard try await adopt(listed, ledger) else { return true }
        }
        return false
    }
}
