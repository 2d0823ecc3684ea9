import Campaign
import Payments
import Synchronization

/// Stripe's list of events, written by hand: pages that are given out in turn, and disputes.
final class ScriptedFeed: EventFeed {
    struct State {
        var seconds: Int64? = 1_800_000_000
        var pages: [ReadReply<NoticePage>] = []
        var disputes: [DisputeID: ReadReply<DisputeSnapshot>] = [:]
        var asked: [(window: EventWindow, after: StripeEventID?)] = []
    }

    let state = Mutex(State())

    func stripeSeconds() async -> Int64? { state.withLock(\.seconds) }

    func notices(
        in window: EventWindow,
        after last: StripeEventID?,
        deadline: Duration
    ) async -> ReadReply<NoticePage> {
        state.withLock { state in
            state.asked.append((window, last))
            guard !state.pages.isEmpty else {
                return .value(
                    NoticePage(notices: [], hasMore: false, last: nil),
                    stripeSeconds: nil
                )
            }
            return state.pages.removeFirst()
        }
    }

    func dispute(_ id: DisputeID, deadline: Duration) async -> ReadReply<DisputeSnapshot> {
        state.withLock { $0.disputes[id] ?? .notFound }
    }

    func add(_ notices: [StripeNotice], more last: String? = nil) {
        let page = NoticePage(
            notices: notices,
            hasMore: last != nil,
            last: last.flatMap { StripeEventID($0) }
        )
        state.withLock { $0.pages.append(.value(page, stripeSeconds: nil)) }
    }
}

/// What is known of events, in memory; of the payments it knows what the world does.
final class MemoryEvents: EventRepository {
    struct Row {
        var dueAt: Duration
        var version: Int64 = 1
        var attempts = 0
    }

    struct State {
        var turn: Int64 = 0
        var turnDueAt: Duration = .zero
        var readThrough: Int64?
        var hints: [Hint: Row] = [:]
        var followed: [Hint] = []
        var disputes: [DisputeID: DisputeStanding] = [:]
        var changes: [DisputeChange] = []
        var findings: [OpsFinding] = []
        var gaps: [ClosedRange<Int64>] = []
        var losesTurn = false
    }

    let state = Mutex(State())
    private let world: World

    init(_ world: World) { self.world = world }

    func takeTurn(hold: Duration) async throws(StoreFailure) -> EventTurn? {
        let now = world.time.now
        return state.withLock { state in
            guard state.turnDueAt <= now else { return nil }
            state.turn += 1
            state.turnDueAt = now + hold
            return EventTurn(number: state.turn, readThrough: state.readThrough, oldest: nil)
        }
    }

    func known(of notices: [StripeNotice]) async throws(StoreFailure) -> [KnownPayment] {
        let disputes = state.withLock(\.disputes)
        return world.database.payments.map { payment in
            let refunds = world.database.refunds(of: payment.id)
            let named = refunds.compactMap { refund in
                refund.stripeName.map { ($0, refund.state) }
            }
            return KnownPayment(
                id: payment.id,
                intent: payment.intent,
                state: payment.state,
                refunded: payment.refunded,
                refunds: Dictionary(uniqueKeysWithValues: named),
                disputes: disputes
            )
        }
    }

    func write(
        _ hints: [Hint],
        _ turn: EventTurn,
        hold: Duration
    ) async throws(StoreFailure) -> Bool {
        let now = world.time.now
        return state.withLock { state in
            guard state.turn == turn.number, !state.losesTurn else { return false }
            state.turnDueAt = now + hold
            for hint in hints {
                let version = (state.hints[hint]?.version ?? 0) + 1
                state.hints[hint] = Row(dueAt: now, version: version)
            }
            return true
        }
    }

    func end(
        _ turn: EventTurn,
        readThrough: Int64?,
        pause: Duration
    ) async throws(StoreFailure) {
        let now = world.time.now
        state.withLock { state in
            guard state.turn == turn.number else { return }
            state.readThrough = readThrough ?? state.readThrough
            state.turnDueAt = now + pause
        }
    }

    func noteGap(from: Int64, to: Int64) async throws(StoreFailure) {
        state.withLock { $0.gaps.append(from...to) }
    }

    func takeDue(atMost count: Int, hold: Duration) async throws(StoreFailure) -> [TakenHint] {
        let now = world.time.now
        return state.withLock { state in
            let due = state.hints.filter { $0.value.dueAt <= now }.prefix(count)
            return due.map { hint, row in
                state.hints[hint]?.dueAt = now + hold
                state.hints[hint]?.attempts += 1
                return TakenHint(hint: hint, attempts: row.attempts + 1, version: row.version)
            }
        }
    }

    func end(_ hint: TakenHint) async throws(StoreFailure) {
        state.withLock { state in
            guard state.hints[hint.hint]?.version == hint.version else { return }
            state.hints[hint.hint] = nil
            state.followed.append(hint.hint)
        }
    }

    func putOff(_ hint: TakenHint, for pause: Duration) async throws(StoreFailure) {
        let now = world.time.now
        state.withLock { $0.hints[hint.hint]?.dueAt = now + pause }
    }

    func disputes(
        of payment: PaymentID,
        _ dispute: DisputeID
    ) async throws(StoreFailure) -> DisputeLedger? {
        state.withLock { state in
            DisputeLedger(
                payment: payment,
                version: Int64(state.changes.count),
                known: state.disputes[dispute]
            )
        }
    }

    func write(_ change: DisputeChange) async throws(StoreFailure) -> Bool {
        state.withLock { state in
            guard change.ledger.version == Int64(state.changes.count) else { return false }
            state.changes.append(change)
            state.disputes[change.dispute.id] = change.dispute.standing
            return true
        }
    }

    func note(_ finding: OpsFinding) async throws(StoreFailure) {
        state.withLock { $0.findings.append(finding) }
    }
}

/// A world's service that reads events.
struct Listener: Sendable {
    let feed = ScriptedFeed()
    let events: MemoryEvents
    let service: EventService
    private let world: World

    init(_ world: World) {
        self.world = world
        events = MemoryEvents(world)
        service = EventService(
            feed: feed,
            repository: events,
            payments: world.service,
            refunds: world.instance.refunds,
            time: world.time,
            stripeTimeout: .seconds(50),
            instance: InstanceID("listener"),
            jitter: { 0 }
        )
    }

    /// Reads what there is, and follows it to its end.
    func read() async {
        while await service.read() {}
        await service.lookAtDue()
        while await service.looksUnderWay > 0 { await world.time.sleep(.milliseconds(100)) }
    }

    /// Lets the next turn be due.
    func wait() async { await world.time.sleep(.seconds(61)) }

    var open: Int { events.state.withLock { $0.hints.count } }
    var followed: [Hint] { events.state.withLock(\.followed) }
    var findings: [OpsFinding] { events.state.withLock(\.findings) }
}
