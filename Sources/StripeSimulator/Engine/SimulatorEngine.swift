import JSON

/// Stripe as a value with a clock: a request in, an answer out, no I/O.
///
/// It is as strict as Stripe where Stripe is known; where it is not, see `Switches`. Not for use
/// from several threads at once.
public final class SimulatorEngine {
    var clock: SimulatorClock
    var identifiers: IdentifierSource
    var switches = Switches()
    var account: Account
    var keys = IdempotencyKeys()
    var faults: FaultBook
    var log = RequestLog()
    var attempts = WaitingLine()
    var authorizations = WaitingLine()
    var refunds = WaitingLine()
    /// The request at hand, for what happens by it.
    var cause: EventCause?
    /// When that falls due which time does at the moment.
    var due: Int64?
    /// The ids of the objects that the request at hand made or changed beside the one it shows.
    private(set) var touched: [String] = []
    /// The `Date` of the second at hand.
    var date = DateText()
    /// The requests of the second at hand.
    var traffic = Traffic()
    /// The time of the request at hand.
    var now: Int64
    /// `nil` where nothing is to outlive the run.
    var journal: (any SimulatorJournal)?

    /// - Parameters:
    ///   - seed: of the ids and of the draws of faults. The same seed and the same requests give
    ///     the same answers.
    ///   - wallClock: seconds since 1970.
    public init(seed: UInt64, wallClock: @escaping () -> Int64) {
        clock = SimulatorClock(wall: wallClock)
        identifiers = IdentifierSource(seed: seed)
        faults = FaultBook(seed: seed)
        account = Account(id: identifiers.account())
        now = clock.now()
    }

    public func handle(_ request: SimulatorRequest) -> SimulatorAnswer {
        passTime()
        if let route = BrowserRoute(request) { return answer(route, request) }
        return request.isControl ? answer(control: request) : answer(api: request)
    }

    /// The answer is sent, or its connection is gone: what Stripe was still busy with is done.
    public func finish(_ execution: SimulatorAnswer.Execution) {
        guard execution.account == account.id else { return }
        keys.finish(execution.key, with: execution.reply)
    }

    /// What a request changes beside the object that it shows has to be known to the journal.
    func touch(_ id: String) {
        if !touched.contains(id) { touched.append(id) }
    }

    /// Begins a request.
    func begin(_ cause: EventCause?) {
        self.cause = cause
        touched.removeAll(keepingCapacity: true)
    }

    var renderer: ObjectRenderer { ObjectRenderer(account: account, now: now) }
}
