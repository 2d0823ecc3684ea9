import JSON

/// The simulator's memory beyond one run: the requests that changed something are written down, and
/// a later run executes them again.
///
/// Not kept are the request log and the faults, which belong to one run. Ids are drawn from the new
/// run's seed afterwards, so that none that an earlier run gave away unwritten comes twice.
extension SimulatorEngine {
    /// An engine that goes on from where an earlier run ended.
    ///
    /// - Parameters:
    ///   - seed: one that no run with this journal had before.
    ///   - wallClock: seconds since 1970.
    ///   - journal: where this run goes on writing.
    ///   - history: the journal's lines, oldest first.
    /// - Throws: `JournalError` where a line cannot be executed again.
    public convenience init(
        seed: UInt64,
        wallClock: @escaping () -> Int64,
        journal: any SimulatorJournal,
        history: [[UInt8]]
    ) throws(JournalError) {
        try self.init(
            seed: seed,
            wallClock: wallClock,
            journal: journal,
            history: history,
            limit: JournalCompaction.limit
        )
    }

    convenience init(
        seed: UInt64,
        wallClock: @escaping () -> Int64,
        journal: any SimulatorJournal,
        history: [[UInt8]],
        limit: Int
    ) throws(JournalError) {
        self.init(seed: seed, wallClock: wallClock)
        if history.isEmpty {
            journal.append(JournalEntry(moment: firstMoment(seed), request: .reset).line)
        } else {
            let kept = try replay(history, limit: limit)
            if let kept { journal.replaceAll(with: kept) }
            identifiers = IdentifierSource(seed: seed)
            log = RequestLog()
            now = clock.now()
        }
        self.journal = journal
    }

    var moment: Moment {
        Moment(place: identifiers.place, now: now, advance: clock.advance, switches: switches)
    }

    /// The account of a new engine is made as by a reset.
    private func firstMoment(_ seed: UInt64) -> Moment {
        Moment(
            place: IdentifierSource(seed: seed).place,
            now: now,
            advance: clock.advance,
            switches: switches
        )
    }

    /// Writes down a request that was executed.
    func note(
        _ request: SimulatorRequest,
        at moment: Moment,
        fault: FaultKind? = nil,
        subject: String? = nil,
        touched: [String] = []
    ) {
        guard let journal else { return }
        let entry = JournalEntry(
            moment: moment,
            request: request,
            fault: fault,
            subject: subject,
            touched: touched
        )
        if request.isReset {
            journal.replaceAll(with: [entry.line])
        } else {
            journal.append(entry.line)
        }
    }

    /// - Returns: the lines that should be kept, where they are not all.
    private func replay(
        _ history: [[UInt8]],
        limit: Int
    ) throws(JournalError) -> [[UInt8]]? {
        var entries: [JournalEntry] = []
        for (place, line) in history.enumerated() {
            entries.append(try JournalEntry(line: line, number: place + 1))
        }
        let kept = JournalCompaction.compacted(entries, limit: limit)
        let own = clock
        for (place, entry) in kept.enumerated() {
            guard repeats(entry) else { throw .otherRelease(line: place + 1) }
        }
        clock = own.goingOn(from: clock)
        return kept.count < entries.count ? kept.map(\.line) : nil
    }

    /// Executes a request again, at its own time and with its own ids.
    ///
    /// - Returns: whether it is about the same object again.
    private func repeats(_ entry: JournalEntry) -> Bool {
        let moment = entry.moment
        clock = SimulatorClock(standingAt: moment.now, advance: moment.advance)
        identifiers = IdentifierSource(seed: moment.place)
        switches = moment.switches
        passTime()
        if let route = BrowserRoute(entry.request) {
            return answer(route, entry.request).status == 200
        }
        if entry.request.isControl {
            return answer(control: entry.request).status == 200
        }
        let call = call(entry.request)
        let reply = process(call, fault: entry.fault)
        return entry.subject == nil || reply.subject == entry.subject
    }
}

extension SimulatorRequest {
    fileprivate static let reset = SimulatorRequest(
        method: "POST",
        path: ControlRoute.prefix + "reset"
    )

    fileprivate var isReset: Bool { method == "POST" && path == SimulatorRequest.reset.path }

    var isControl: Bool { path.hasPrefix(ControlRoute.prefix) }
}
