public import EventLoop

/// PostgreSQL on the loop, over a few connections in pipeline mode that come back by themselves.
///
/// A group of statements is one implicit transaction: all of it is durable when `run` returns, and
/// nothing of it where the error says `hasNoEffect`. Sessions hold no state but prepared
/// statements, which are given up where they get lost, so a pooler in transaction mode may stand in
/// between.
public actor Database {
    public nonisolated let loop: Loop
    public nonisolated let configuration: DatabaseConfiguration

    private var slots: [Session?]
    private let names = StatementNames(prefix: "payonce_\(UInt64.random(in: .min ... .max))")
    private var queue = RequestQueue()
    private var keepers: [Task<Void, Never>] = []
    private var isClosing = false
    private var drained: CheckedContinuation<Void, Never>?
    private var lastFailure = "not started"

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    public init(loop: Loop, configuration: DatabaseConfiguration) {
        precondition(configuration.connections > 0, "no connections")
        self.loop = loop
        self.configuration = configuration
        slots = Array(repeating: nil, count: configuration.connections)
    }

    /// Begins to connect, and to reconnect whenever a connection is lost. Requests may come before.
    ///
    /// - Throws: `DatabaseError.notConnected` where the URL cannot be read.
    public func start() throws(DatabaseError) {
        precondition(keepers.isEmpty, "started twice")
        let connector = try connector(statementTimeout: configuration.statementTimeout)
        keepers = slots.indices.map { slot in
            Task { await keepConnected(slot: slot, connector) }
        }
    }

    /// Refuses what still waits, lets groups under way finish, then closes the connections.
    public func close() async {
        guard !isClosing else { return }
        isClosing = true
        while let request = queue.popFirst() { request.finish(.failure(.closed)) }
        if sessions.contains(where: { !$0.isIdle }) {
            await withCheckedContinuation { drained = $0 }
        }
        for session in sessions { session.end(reason: "closed") }
        for keeper in keepers { keeper.cancel() }
    }

    // MARK: Statements

    /// Runs the statements as one transaction, all or nothing; durable exactly when it returns.
    ///
    /// Not ended by cancellation of the task: what is on its way to the server cannot be called
    /// back. The deadline, the configured one by default, is for the wait for a connection; once
    /// sent, `answerTimeout` counts.
    public func run(
        _ statements: [SQL],
        deadline: Duration? = nil
    ) async throws(DatabaseError) -> [Rows] {
        for statement in statements { try statement.parameters.check() }
        if statements.isEmpty { return [] }
        if isClosing { throw .closed }
        guard queue.count < configuration.queueLimit else { throw .queueFull }
        let deadline = deadline ?? configuration.deadline
        return try await withCheckedContinuation { continuation in
            let request = Request(statements: statements) { continuation.resume(returning: $0) }
            enqueue(request, deadline: deadline)
        }
        .get()
    }

    /// Runs one statement as a transaction of its own.
    public func query(
        _ sql: SQL,
        deadline: Duration? = nil
    ) async throws(DatabaseError) -> Rows {
        try await run([sql], deadline: deadline)[0]
    }

    /// Runs scripts and statements in one explicit transaction, on a connection and a thread of
    /// their own: for migrations. A script must not end the transaction itself.
    /// Returns the rows of the statements, in order; scripts have none.
    public func transaction(_ steps: [TransactionStep]) async throws(DatabaseError) -> [Rows] {
        let timeout = configuration.transactionStatementTimeout
        return try await connector(statementTimeout: timeout)
            .withBlockingLink { link in Transaction(link: link).run(steps) }
            .get()
    }

    // MARK: Health

    /// Whether a connection to a server that takes writes stands, as far as known without asking.
    public var isConnected: Bool { !sessions.isEmpty }

    /// Why the last attempt to connect failed or the last connection ended, without secrets.
    public var connectionTrouble: String? { isConnected ? nil : lastFailure }

    /// Whether statements are prepared, which a pooler can make impossible.
    public var preparesStatements: Bool { names.areUsable }

    /// Requests that wait for a connection.
    public var waitingRequests: Int { queue.count }

    /// Asks the server whether it takes writes: one round trip, nothing is written.
    public func isWritable(deadline: Duration = .seconds(1)) async -> Bool {
        do throws(DatabaseError) {
            let answer = try await query(
                "SELECT current_setting('transaction_read_only') = 'off'",
                deadline: deadline
            )
            return try answer.onlyRow()?.bool(0) ?? false
        } catch {
            return false
        }
    }

    // MARK: Queue

    private var sessions: [Session] { slots.compactMap(\.self) }

    private func enqueue(_ request: Request, deadline: Duration) {
        // Checking may end sessions, and with that change `slots`: it goes over a copy.
        for session in sessions where session.isIdle && session.isAlive() {
            configuration.meter?.waited(.zero)
            return session.send(request)
        }
        request.waitsSince = loop.now
        request.timer = loop.schedule(after: deadline) { self.expire(request) }
        queue.append(request)
    }

    private func expire(_ request: Request) {
        let error =
            isConnected ? DatabaseError.deadlineExceeded : .notConnected(reason: lastFailure)
        request.finish(.failure(error))
        queue.forgetOneFinished()
    }

    // MARK: Connections

    private func connector(statementTimeout: Duration) throws(DatabaseError) -> Connector {
        do throws(Connector.Failure) {
            return try Connector(configuration, statementTimeout: statementTimeout)
        } catch {
            throw .notConnected(reason: error.reason)
        }
    }

    /// Connects and serves for as long as the database is open.
    private func keepConnected(slot: Int, _ connector: Connector) async {
        var failures = 0
        while !isClosing {
            switch await connector.connect() {
            case .success(let link):
                failures = await serve(slot: slot, link) ? 0 : failures + 1
            case .failure(let failure):
                lastFailure = failure.reason
                failures += 1
            }
            await pause(afterFailures: failures)
        }
    }

    /// Lets a connection work until it is lost; whether it was of any use.
    private func serve(slot: Int, _ link: Link) async -> Bool {
        guard !isClosing else { return false }
        return await withCheckedContinuation { continuation in
            let session = Session(
                link: link,
                loop: loop,
                names: names,
                answerTimeout: configuration.answerTimeout,
                becameIdle: { [weak self] in self?.assumeIsolated { $0.becameIdle(slot) } },
                ended: { [weak self] reason, wasUseful in
                    self?.assumeIsolated { $0.ended(slot, reason) }
                    continuation.resume(returning: wasUseful)
                }
            )
            slots[slot] = session
            session.start()
        }
    }

    private func becameIdle(_ slot: Int) {
        guard let session = slots[slot] else { return }
        guard let request = queue.popFirst() else { return finishDraining() }
        configuration.meter?.waited(loop.now - request.waitsSince)
        session.send(request)
    }

    private func ended(_ slot: Int, _ reason: String) {
        slots[slot] = nil
        lastFailure = reason
        finishDraining()
    }

    private func finishDraining() {
        guard isClosing, sessions.allSatisfy(\.isIdle) else { return }
        drained?.resume()
        drained = nil
    }

    private func pause(afterFailures failures: Int) async {
        guard !isClosing else { return }
        let random = Double.random(in: 0..<1)
        do {
            try await loop.sleep(
                for: configuration.backoff.pause(afterFailures: failures, random: random)
            )
        } catch {
            // Canceled by `close`, which the caller's loop sees.
        }
    }
}
