import EventLoop

/// Commits many items with one transaction: whatever came in while a connection was busy goes as
/// one group with one Sync.
///
/// Items that share a key are never in one group nor in two groups at once, and go in order of
/// arrival. A group that the server refuses is halved until the bad item stands alone.
public actor GroupCommitter<Item: Sendable, Answer: Sendable> {
    /// The statements of a group.
    public typealias Statements = @Sendable ([Item]) -> [SQL]
    /// Each item's answer, in order of the items. What it throws, every item gets: the group is
    /// committed then.
    public typealias Answers =
        @Sendable ([Item], [Rows]) throws(DatabaseError) -> [Result<Answer, DatabaseError>]

    private let database: Database
    private let cap: Int
    private let conflicts: @Sendable (Item) -> [ConflictKey]
    private let statements: Statements
    private let answers: Answers

    private var lines = ConflictLines()
    private var entries: [ConflictLines.Ticket: GroupEntry<Item, Answer>] = [:]
    private var ready: [ConflictLines.Ticket] = []
    private var nextTicket: ConflictLines.Ticket = 0
    private var runners = 0
    /// When the newest group was sent on its way.
    private var lastStart = Duration.zero
    /// A commit takes a millisecond. After this long the group on its way is taken for held up, by
    /// a lock or a lost connection, and the next one does not wait for it.
    private let patience = Duration.milliseconds(50)

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe database.loop.asUnownedSerialExecutor()
    }

    /// `cap` is the largest group: measured, above 256 the join over the rows costs more than the
    /// commits it saves. `conflicts` names the keys that an item shares with no other of its group.
    public init(
        database: Database,
        cap: Int = 128,
        conflicts: @escaping @Sendable (Item) -> [ConflictKey],
        statements: @escaping Statements,
        answers: @escaping Answers
    ) {
        precondition(cap > 0, "a group of none")
        self.database = database
        self.cap = cap
        self.conflicts = conflicts
        self.statements = statements
        self.answers = answers
    }

    /// Commits the item with others; durable exactly when it returns.
    ///
    /// The deadline, the database's by default, is for the wait to be sent.
    public func submit(
        _ item: Item,
        deadline: Duration? = nil
    ) async throws(DatabaseError) -> Answer {
        guard entries.count < database.configuration.queueLimit else { throw .queueFull }
        let deadline = database.loop.now + (deadline ?? database.configuration.deadline)
        return try await withCheckedContinuation { continuation in
            enter(GroupEntry(item: item, deadline: deadline, continuation: continuation))
        }
        .get()
    }

    /// Items that wait or are on their way.
    public var itemsInProgress: Int { entries.count }

    // MARK: Lines

    private func enter(_ entry: GroupEntry<Item, Answer>) {
        let ticket = nextTicket
        nextTicket += 1
        entries[ticket] = entry
        entry.timer = database.loop.schedule(after: entry.deadline - database.loop.now) {
            [weak self] in self?.assumeIsolated { $0.expire(ticket) }
        }
        guard lines.enter(ticket, keys: conflicts(entry.item)) else { return }
        ready.append(ticket)
        startRunner()
    }

    /// Time is over before the item was sent. It keeps its place in the lines until it is first.
    private func expire(_ ticket: ConflictLines.Ticket) {
        entries[ticket]?.finish(.failure(.deadlineExceeded))
    }

    /// The group begins in a job of its own, to take all that this turn of the loop brings.
    private func startRunner() {
        guard mayRun else { return }
        runners += 1
        Task { await runGroups() }
    }

    /// While a group is on its way, those that come become the next one: sent beside it they would
    /// make two small ones, and groups were a third smaller. A full one gains nothing by waiting.
    private var mayRun: Bool {
        if runners == 0 { return true }
        return runners < database.configuration.connections
            && (ready.count >= cap || database.loop.now - lastStart > patience)
    }

    private func runGroups() async {
        while !ready.isEmpty {
            let group = ready.prefix(cap)
            ready.removeFirst(group.count)
            let waiting = group.compactMap { entries[$0] }.filter { !$0.isFinished }
            for entry in waiting { entry.timer?.cancel() }
            lastStart = database.loop.now
            database.configuration.meter?.grouped(waiting.count)
            await run(waiting, retriesLeft: GroupRecovery.conflictRetries)
            for ticket in group { leave(ticket) }
            if !ready.isEmpty { startRunner() }
        }
        runners -= 1
    }

    private func leave(_ ticket: ConflictLines.Ticket) {
        entries[ticket] = nil
        ready += lines.leave(ticket)
    }

    // MARK: Groups

    private func run(_ group: [GroupEntry<Item, Answer>], retriesLeft: Int) async {
        guard let earliest = group.map(\.deadline).min() else { return }
        let items = group.map(\.item)
        do throws(DatabaseError) {
            let rows = try await database.run(
                statements(items),
                deadline: max(.zero, earliest - database.loop.now)
            )
            finish(group, with: try answers(items, rows))
        } catch {
            await recover(group, from: error, retriesLeft: retriesLeft)
        }
    }

    private func finish(
        _ group: [GroupEntry<Item, Answer>],
        with answers: [Result<Answer, DatabaseError>]
    ) {
        precondition(answers.count == group.count, "one answer for each item")
        for (entry, answer) in zip(group, answers) { entry.finish(answer) }
    }

    private func recover(
        _ group: [GroupEntry<Item, Answer>],
        from error: DatabaseError,
        retriesLeft: Int
    ) async {
        let recovery = GroupRecovery(
            error: error,
            itemCount: group.count,
            retriesLeft: retriesLeft
        )
        switch recovery {
        case .again:
            let left = error.sqlState == nil ? retriesLeft : retriesLeft - 1
            await run(stillInTime(group, error), retriesLeft: left)
        case .halves:
            await run(Array(group[..<(group.count / 2)]), retriesLeft: retriesLeft)
            await run(Array(group[(group.count / 2)...]), retriesLeft: retriesLeft)
        case .fail:
            for entry in group { entry.finish(.failure(error)) }
        }
    }

    /// Fails those whose time is over; returns the others.
    private func stillInTime(
        _ group: [GroupEntry<Item, Answer>],
        _ error: DatabaseError
    ) -> [GroupEntry<Item, Answer>] {
        let now = database.loop.now
        for entry in group where entry.deadline <= now { entry.finish(.failure(error)) }
        return group.filter { !$0.isFinished }
    }
}
