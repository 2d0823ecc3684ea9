public import Payments

extension SimulatedProcessor: EventFeed {
    public func notices(
        in window: EventWindow,
        after last: StripeEventID?,
        deadline: Duration
    ) async -> ReadReply<NoticePage> {
        await read("events", deadline) { [stripe] _ in
            stripe.noteRead("events")
            return stripe.noticePage(in: window, after: last)
        }
    }

    public func dispute(
        _ id: DisputeID,
        deadline: Duration
    ) async -> ReadReply<DisputeSnapshot> {
        await read("dispute", deadline) { [stripe] _ in
            stripe.noteRead("dispute \(id)")
            return stripe.dispute(id)
        }
    }
}
