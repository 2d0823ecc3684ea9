public import Payments

extension StripeProcessor: StripeLists {
    public func intents(
        createdIn range: Range<Int64>,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage> {
        let path = listPath(IntentRequests.path, range, last?.description)
        return await read(path, .background, deadline, Departure(), ReadTable.page)
    }

    public func charges(
        createdIn range: Range<Int64>,
        after last: String?,
        deadline: Duration
    ) async -> ReadReply<ChargePage> {
        let path = listPath(ListRequests.charges, range, last)
        return await read(path, .background, deadline, Departure(), ListTable.charges)
    }

    public func refunds(
        createdIn range: Range<Int64>,
        after last: StripeRefundID?,
        deadline: Duration
    ) async -> ReadReply<ListedRefundPage> {
        let path = listPath(RefundRequests.path, range, last?.description)
        return await read(path, .background, deadline, Departure(), ListTable.refunds)
    }

    public func intent(
        _ intent: PaymentIntentID,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        let path = IntentRequests.path(of: intent)
        return await read(path, .background, deadline, Departure(), ReadTable.intent)
    }

    /// The cheapest question: a list of one.
    public func presentSeconds(deadline: Duration) async -> Int64? {
        let path = IntentRequests.listPath(createdSince: 0, after: nil, limit: 1)
        let reply = await read(path, .background, deadline, Departure(), ReadTable.page)
        guard case .value(_, let seconds) = reply else { return nil }
        return seconds
    }

    private nonisolated func listPath(
        _ path: String,
        _ range: Range<Int64>,
        _ last: String?
    ) -> String {
        ListRequests.path(path, createdIn: range, after: last, limit: StripeProcessor.pageSize)
    }
}
