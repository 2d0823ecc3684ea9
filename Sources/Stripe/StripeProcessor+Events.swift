import HTTPClient
public import Payments

extension StripeProcessor: EventFeed {
    public func notices(
        in window: EventWindow,
        after last: StripeEventID?,
        deadline: Duration
    ) async -> ReadReply<NoticePage> {
        let path = EventRequests.listPath(
            in: window,
            after: last,
            limit: StripeProcessor.pageSize
        )
        return await read(path, .background, deadline, Departure(), EventTable.page)
    }

    public func dispute(
        _ id: DisputeID,
        deadline: Duration
    ) async -> ReadReply<DisputeSnapshot> {
        let path = EventRequests.path(of: id)
        return await read(path, .background, deadline, Departure(), EventTable.dispute)
    }
}
