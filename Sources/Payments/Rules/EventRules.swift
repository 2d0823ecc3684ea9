/// What is made of Stripe's events. Pure.
package enum EventRules {
    // MARK: Which events

    /// Events are listed this far before the moment up to which all were read: Stripe's `created`
    /// is in whole seconds, and an event may be seen some time after it happened. Longer would
    /// cost: at 100 payments a second, with one event for each, these 30 s and the 10 s between two
    /// looks are 40 pages, or four calls a second.
    package static let overlapSeconds: Int64 = 30
    /// A window that lies behind the present is no longer than this, so that a crash in the middle
    /// of it repeats little. Thirty days are 4,320 of them.
    package static let sliceSeconds: Int64 = 600
    /// Stripe keeps events for so long. https://docs.stripe.com/api/events
    package static let retentionSeconds: Int64 = 30 * 86_400
    /// Before the first payment, for clocks that differ.
    private static let slackSeconds: Int64 = 600

    /// The window to be read next.
    ///
    /// - Parameters:
    ///   - readThrough: up to where all events were read; `nil` before the first time. Then what
    ///     happened to the payments that are there already is asked for, and to an empty database
    ///     nothing can have happened.
    ///   - oldest: the age of the oldest payment; `nil` where there is none.
    ///   - now: Stripe's time.
    /// - Returns: from when to when, and up to when all is read afterwards.
    package static func window(readThrough: Int64?, oldest: Duration?, now: Int64) -> EventWindow {
        let start =
            readThrough.map { min($0, now) - overlapSeconds }
            ?? now - (oldest?.components.seconds ?? 0) - slackSeconds
        let since = max(start, now - retentionSeconds)
        let end = since + sliceSeconds
        return end < now - overlapSeconds
            ? EventWindow(since: since, before: end, readThrough: end, isBehind: true)
            : EventWindow(since: since, before: nil, readThrough: now, isBehind: false)
    }

    /// Whether Stripe has forgotten events that were never read. What they told is for the
    /// comparison with Stripe's lists to find.
    package static func isGap(readThrough: Int64?, now: Int64) -> Bool {
        readThrough.map { $0 < now - retentionSeconds } ?? false
    }

    // MARK: What an event may mean

    /// What is to be read anew because of a notice; `nil` where it tells nothing that is not known.
    /// `known` is the payment whose intent it is or, where there is none, the one that the metadata
    /// name.
    package static func hint(of notice: StripeNotice, about known: KnownPayment?) -> Hint? {
        switch notice {
        case .intent(let intent, let news, payment: let named):
            guard let known, known.intent == intent else {
                return named.flatMap { stray(intent, news, naming: $0, known) }
            }
            return isNews(news, in: known.state) ? Hint(known.id, .intent) : nil
        case .refund(let id, status: let status, of: let intent):
            guard let known, known.intent == intent, mayBeRefunded(known.state) else { return nil }
            let isKnown = known.refunds[id].map { !isNews(status, of: $0) } ?? false
            return isKnown ? nil : Hint(known.id, .refunds)
        case .refunded(let sum, of: let intent):
            guard let known, known.intent == intent, mayBeRefunded(known.state) else { return nil }
            // It grows less only by a refund that failed, which has an event of its own.
            return sum > known.refunded ? Hint(known.id, .refunds) : nil
        case .dispute(let dispute):
            guard let known, known.intent == dispute.intent else { return nil }
            let isKnown = known.disputes[dispute.id] == dispute.standing
            return isKnown ? nil : Hint(known.id, .dispute(dispute.id))
        }
    }

    /// An intent that bears a name of ours, and that no payment is known to have. While its payment
    /// is being worked on, that work finds it.
    private static func stray(
        _ intent: PaymentIntentID,
        _ news: IntentNews,
        naming payment: PaymentID,
        _ known: KnownPayment?
    ) -> Hint? {
        if let known, known.intent == nil, known.state.needsWork { return nil }
        switch news {
        case .succeeded, .processing: return Hint(payment, .stray(intent))
        case .canceled: return nil
        }
    }

    /// Whether it is not what the state says already. What is worked on is left to that work, which
    /// reads Stripe itself; the event is listed again for as long as windows overlap.
    private static func isNews(_ news: IntentNews, in state: PaymentState) -> Bool {
        switch state {
        case .requiresAction, .open, .requiresCustomer: true
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved:
            false
        case .succeeded: news == .canceled
        case .declined, .expired, .canceled: news != .canceled
        // A person decides about these, or a newer program.
        case .quarantined, .unrecognised: false
        }
    }

    /// What was held and is given back is no refund to us, though Stripe calls it one.
    private static func mayBeRefunded(_ state: PaymentState) -> Bool {
        switch state {
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .succeeded:
            true
        case .declined, .expired, .canceled, .quarantined, .unrecognised: false
        }
    }

    private static func isNews(_ status: String, of known: RefundState) -> Bool {
        switch known {
        case .requested, .unresolved: true
        case .pending: status != "pending"
        case .succeeded: status != "pending" && status != "succeeded"
        case .failed: status == "succeeded"
        case .unrecognised: false
        }
    }

    // MARK: Looking

    /// What of Stripe's present word about the intent of a payment that nobody works on is taken in
    /// because of a hint: an end, and whatever contradicts one. How far the customer has come is
    /// for the second call, and an end that is only due for the recovery, each at its time.
    package static func takesIn(_ event: PaymentEvent, in state: PaymentState) -> Bool {
        switch event {
        case .found(.succeeded, _), .found(.canceled, _), .found(.processing, _), .mismatched: true
        case .found: state.isTerminal
        case .refused, .silence, .sendingIsOver, .absent, .customerReturned, .endWanted: false
        }
    }

    /// When a hint that could not be followed is looked at again: half a minute, and twice as long
    /// each time up to half an hour.
    package static func pause(after attempts: Int) -> Duration {
        .seconds(30) * (1 << max(0, min(attempts, 6)))
    }

    /// The word of a dispute's news on the timeline; Stripe's words are its own, and may be new.
    package static func word(of standing: DisputeStanding, knownAs known: DisputeStanding?)
        -> String
    {
        switch (known, standing.status) {
        case (_, "won"), (_, "warning_closed"), (_, "prevented"): "dispute_closed"
        case (_, "lost"): "dispute_lost"
        case (nil, _): "dispute_opened"
        case (.some, _): "dispute_changed"
        }
    }

    /// What a person is to look at; each kind is kept once for a payment.
    package static func concern(about standing: DisputeStanding) -> String? {
        switch standing.status {
        case "won", "warning_closed", "prevented": nil
        case "lost": "dispute_lost"
        case _: "disputed"
        }
    }
}

/// Events by when they happened, in seconds since 1970 by Stripe's clock.
public struct EventWindow: Hashable, Sendable {
    public let since: Int64
    /// Not included; `nil`: up to now.
    public let before: Int64?
    /// Up to where all events are known once the window has been read.
    package let readThrough: Int64
    /// There is more to be read at once.
    package let isBehind: Bool

    package init(since: Int64, before: Int64?, readThrough: Int64, isBehind: Bool) {
        self.since = since
        self.before = before
        self.readThrough = readThrough
        self.isBehind = isBehind
    }
}
