public import Payments

// What happened at the Stripe in memory, as it lists it, and what others do there.

extension MemoryStripe {
    struct Event {
        let number: Int
        let at: Int64
        let notice: StripeNotice
    }

    // MARK: What others do

    /// Somebody cancels a payment in the dashboard, where that can be done.
    public func cancelByHand(_ intent: PaymentIntentID) {
        lapse(intent)
        let cancelable = ["requires_action", "requires_payment_method", "requires_confirmation"]
        guard let status = intents[intent]?.status, cancelable.contains(status) else { return }
        force(intent, status: "canceled")
        canceledByHand += 1
    }

    /// A customer's bank takes the money back, or decides about it.
    public func dispute(_ intent: PaymentIntentID, _ standing: DisputeStanding) {
        guard let charge = book.first(where: { $0.intent == intent }),
            let id = DisputeID("dp_\(intent.description.dropFirst(3))")
        else { return }
        let dispute = DisputeSnapshot(
            id: id,
            intent: intent,
            minorUnits: charge.amount,
            currencyCode: charge.currency,
            reason: "fraudulent",
            standing: standing
        )
        disputes[id] = dispute
        tell(.dispute(dispute))
    }

    // MARK: What is listed

    /// Whether all that happened was listed to whoever has read up to there.
    func isAllRead(through seconds: Int64?) -> Bool {
        guard let last = events.last else { return true }
        return seconds.map { $0 > last.at } ?? false
    }

    func tell(_ notice: StripeNotice) {
        events.append(Event(number: events.count + 1, at: seconds, notice: notice))
    }

    /// What an intent has come to, where that is listed.
    func tell(_ intent: Intent) {
        let news: IntentNews
        switch intent.status {
        case "succeeded": news = .succeeded
        case "canceled": news = .canceled
        case "processing": news = .processing
        case _: return
        }
        tell(.intent(intent.id, news, payment: PaymentID(intent.payment)))
    }

    func tell(_ refund: Refund) {
        tell(.refund(refund.id, status: refund.status, of: refund.intent))
        tell(.refunded(refunded(refund.intent), of: refund.intent))
    }

    /// Newest first.
    func noticePage(
        in window: EventWindow,
        after last: StripeEventID?
    ) -> ReadReply<NoticePage> {
        var newest = events.filter { event in
            event.at >= window.since && window.before.map { event.at < $0 } ?? true
        }
        newest.reverse()
        if let last {
            guard let index = newest.firstIndex(where: { $0.id == last }) else { return .notFound }
            newest.removeFirst(index + 1)
        }
        let page = newest.prefix(pageSize)
        return .value(
            NoticePage(
                notices: page.map(\.notice),
                hasMore: newest.count > pageSize,
                last: page.last?.id
            ),
            stripeSeconds: seconds
        )
    }

    func dispute(_ id: DisputeID) -> ReadReply<DisputeSnapshot> {
        disputes[id].map { .value($0, stripeSeconds: seconds) } ?? .notFound
    }
}

extension MemoryStripe.Event {
    var id: StripeEventID? { StripeEventID("evt_\(number)") }
}
