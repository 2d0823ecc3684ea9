/// Learns what others do to our payments at Stripe (the people of the shop in Stripe's dashboard,
/// the customers' banks) by reading Stripe's list of events. One instance at a time reads,
/// whichever comes first; all share what follows.
///
/// An event is a hint and no evidence. What it may be about is written down, durably and before the
/// list counts as read; then Stripe is asked for what is so, and that goes the way of everything
/// that Stripe says.
public actor EventService {
    let feed: any EventFeed
    let repository: any EventRepository
    let payments: PaymentService
    let refunds: RefundService
    let time: any Timekeeper
    let stripeTimeout: Duration
    /// Who writes, for the timeline.
    let instance: InstanceID
    /// A number below 1,024, each time another.
    let jitter: @Sendable () -> Int
    private var isStopping = false
    private var looks = 0

    /// Between two looks at the list: one call in ten seconds is four thousandths of the lowest
    /// rate (25 a second), and what a person did in the dashboard is seen while they still look.
    private static let interval: Duration = .seconds(10)
    /// After a page that did not come. Stripe is asked no sooner than usual.
    private static let patience: Duration = .seconds(10)
    /// How often it is looked whether a turn, or a hint, is due.
    private static let tick: Duration = .seconds(2)
    /// Hints followed at a time; each is a call or two.
    private static let mostTaken = 20
    private static let mostLooks = 40
    /// More pages of 100 in a window of ten minutes would be 1,600 events a second.
    private static let mostPages = 10_000

    /// Whoever has the turn, or a hint, has it alone for a last call and ten seconds for commits.
    var hold: Duration { stripeTimeout + .seconds(10) }

    public init(
        feed: any EventFeed,
        repository: any EventRepository,
        payments: PaymentService,
        refunds: RefundService,
        time: any Timekeeper,
        stripeTimeout: Duration,
        instance: InstanceID,
        jitter: @escaping @Sendable () -> Int
    ) {
        self.feed = feed
        self.repository = repository
        self.payments = payments
        self.refunds = refunds
        self.time = time
        self.stripeTimeout = stripeTimeout
        self.instance = instance
        self.jitter = jitter
    }

    public func start() {
        inBackground { await $0.keepReading() }
        inBackground { await $0.keepLooking() }
    }

    public func stop() {
        isStopping = true
    }

    private func keepReading() async {
        while !isStopping {
            await sleep(EventService.tick * (1536 + jitter()) / 2048)
            while !isStopping, await read() {}
        }
    }

    private func keepLooking() async {
        while !isStopping {
            await lookAtDue()
            await sleep(EventService.tick * (1536 + jitter()) / 2048)
        }
    }

    // MARK: Reading

    /// Reads one window, where it is this instance's turn.
    ///
    /// - Returns: whether there is more to read at once.
    @discardableResult
    public func read() async -> Bool {
        do throws(StoreFailure) {
            let asked = time.now
            guard let turn = try await repository.takeTurn(hold: hold) else { return false }
            guard let now = await stripeSecondsNow() else {
                try await repository.end(turn, readThrough: nil, pause: EventService.patience)
                return false
            }
            if EventRules.isGap(readThrough: turn.readThrough, now: now) {
                try await repository.noteGap(
                    from: turn.readThrough ?? now,
                    to: now - EventRules.retentionSeconds
                )
            }
            // The age was true when it was asked for; this may have slept since.
            let window = EventRules.window(
                readThrough: turn.readThrough,
                oldest: turn.oldest.map { $0 + (time.now - asked) },
                now: now
            )
            let isRead = try await read(window, turn)
            try await repository.end(
                turn,
                readThrough: isRead ? window.readThrough : nil,
                pause: isRead && window.isBehind ? .zero : EventService.interval
            )
            return isRead && window.isBehind
        } catch {
            // The turn is due again when the hold is over.
            return false
        }
    }

    /// A moment after all others: its list is empty, and brings Stripe's time.
    private static let farFutureSeconds: Int64 = 4_102_444_800

    /// Stripe's time; where no answer has told it yet, Stripe is asked.
    private func stripeSecondsNow() async -> Int64? {
        if let known = await feed.stripeSeconds() { return known }
        let nothing = EventWindow(
            since: EventService.farFutureSeconds,
            before: nil,
            readThrough: 0,
            isBehind: false
        )
        _ = await feed.notices(in: nothing, after: nil, deadline: time.now + stripeTimeout)
        return await feed.stripeSeconds()
    }

    /// - Returns: whether all of it was read, and what is to be looked at is durable.
    private func read(_ window: EventWindow, _ turn: EventTurn) async throws(StoreFailure) -> Bool {
        var last: StripeEventID?
        for _ in 0..<EventService.mostPages {
            let reply = await feed.notices(
                in: window,
                after: last,
                deadline: time.now + stripeTimeout
            )
            guard !isStopping, case .value(let page, _) = reply else { return false }
            guard try await take(page.notices, turn) else { return false }
            guard page.hasMore else { return true }
            guard let next = page.last else { return false }
            last = next
        }
        return false
    }

    private func take(
        _ notices: [StripeNotice],
        _ turn: EventTurn
    ) async throws(StoreFailure) -> Bool {
        let known = notices.isEmpty ? [] : try await repository.known(of: notices)
        let byIntent = Dictionary(known.map { ($0.intent, $0) }, uniquingKeysWith: { $1 })
        let byName = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let hints = notices.compactMap { notice in
            EventRules.hint(
                of: notice,
                about: byIntent[notice.intent] ?? notice.payment.flatMap { byName[$0] }
            )
        }
        return try await repository.write(Array(Set(hints)), turn, hold: hold)
    }

    // MARK: Looking

    /// Follows the hints that are due; how many it took.
    @discardableResult
    public func lookAtDue() async -> Int {
        let places = EventService.mostLooks - looks
        guard places > 0, !isStopping else { return 0 }
        do throws(StoreFailure) {
            let taken = try await repository.takeDue(
                atMost: min(places, EventService.mostTaken),
                hold: hold
            )
            for hint in taken {
                looks += 1
                inBackground { service in
                    await service.follow(hint)
                    service.looks -= 1
                }
            }
            return taken.count
        } catch {
            return 0
        }
    }

    public var looksUnderWay: Int { looks }

    private func follow(_ taken: TakenHint) async {
        do throws(StoreFailure) {
            if try await isSettled(taken.hint) {
                try await repository.end(taken)
            } else {
                try await repository.putOff(taken, for: EventRules.pause(after: taken.attempts - 1))
            }
        } catch {
            // Due again when the hold is over.
        }
    }

    /// Whether what is so at Stripe is so here.
    private func isSettled(_ hint: Hint) async throws(StoreFailure) -> Bool {
        let deadline = time.now + stripeTimeout
        switch hint.subject {
        case .intent: return try await payments.glance(at: hint.payment, until: deadline)
        case .refunds: return try await refunds.takeIn(hint.payment)
        case .dispute(let id): return try await look(at: id, of: hint.payment)
        case .stray(let intent):
            return try await payments.look(atStray: intent, naming: hint.payment, until: deadline)
        }
    }

    private func look(
        at id: DisputeID,
        of payment: PaymentID
    ) async throws(StoreFailure) -> Bool {
        guard let ledger = try await repository.disputes(of: payment, id) else { return true }
        switch await feed.dispute(id, deadline: time.now + stripeTimeout) {
        case .value(let dispute, _):
            guard dispute.standing != ledger.known else { return true }
            // A person first: a dispute has to be answered within days.
            let change = DisputeChange(
                ledger: ledger,
                dispute: dispute,
                event: EventRules.word(of: dispute.standing, knownAs: ledger.known),
                instance: instance
            )
            if let kind = EventRules.concern(about: dispute.standing) {
                try await repository.note(
                    OpsFinding(payment: payment, kind: kind, detail: change.eventDetail)
                )
            }
            return try await repository.write(change)
        case .notFound:
            try await repository.note(
                OpsFinding(
                    payment: payment,
                    kind: "dispute_missing",
                    detail: "Stripe tells of \(id) and does not know it"
                )
            )
            return true
        case .unavailable: return false
        }
    }

    // MARK: Tasks

    private func sleep(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    private nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated EventService) async -> Void
    ) {
        Task(executorPreference: time.executor) { await work(self) }
    }
}
