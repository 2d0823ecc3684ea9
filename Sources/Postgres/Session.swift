import CPostgres
import EventLoop

/// One of the database's connections while it lasts: sends one group at a time and reads what comes
/// back. Used on the loop only.
final class Session {
    private let link: Link
    private let loop: Loop
    private let names: StatementNames
    private let answerTimeout: Duration
    private let becameIdle: () -> Void
    private let ended: (_ reason: String, _ wasUseful: Bool) -> Void

    private var watch: Watch?
    private var wantsWrite = false
    private var current: (request: Request, progress: GroupProgress)?
    /// What this connection's server has prepared.
    private var prepared: Set<String> = []
    /// What the group's preparations are for, by their place among its results.
    private var preparing: [Int: String] = [:]
    private var resultsSeen = 0
    /// Whether the group under way has statements that were prepared.
    private var usesNames = false
    private var isOver = false
    private var isReadOnly = false
    /// Whether a group was ever answered: a connection that never worked is not replaced at once.
    private var wasUseful = false

    init(
        link: Link,
        loop: Loop,
        names: StatementNames,
        answerTimeout: Duration,
        becameIdle: @escaping () -> Void,
        ended: @escaping (_ reason: String, _ wasUseful: Bool) -> Void
    ) {
        self.link = link
        self.loop = loop
        self.names = names
        self.answerTimeout = answerTimeout
        self.becameIdle = becameIdle
        self.ended = ended
    }

    var isIdle: Bool { current == nil && !isOver }

    /// Begins to read; `becameIdle` is called whenever the session can take a group.
    func start() {
        do {
            watch = try loop.watch(link.socket, for: .read) { [weak self] _ in self?.socketIsReady()
            }
        } catch {
            return end(reason: error.description)
        }
        becameIdle()
    }

    /// Looks whether the server closed an idle connection, which the loop may not have come to yet:
    /// a group sent now would get an unknown outcome for nothing.
    func isAlive() -> Bool {
        if !link.readInput() || link.isBroken { end(reason: link.errorMessage) }
        return !isOver
    }

    /// Sends a group and its Sync. The request is answered in any case.
    func send(_ request: Request) {
        precondition(isIdle, "one group at a time")
        let progress = GroupProgress(statements: request.statements.count)
        preparing = [:]
        resultsSeen = 0
        usesNames = false
        guard queue(request.statements), link.send(Session.marker) else {
            // Without its Sync the server commits nothing of it.
            request.finish(.failure(.notConnected(reason: link.errorMessage)))
            return end(reason: link.errorMessage)
        }
        current = (request, progress)
        request.timer?.cancel()
        request.timer = loop.schedule(after: answerTimeout) { [weak self] in
            self?.end(reason: "no answer in time")
        }
        guard link.sendSync() else { return end(reason: link.errorMessage) }
        flush()
    }

    /// Hands the statements to libpq, each behind its preparation where the server has yet to see
    /// it.
    private func queue(_ statements: [SQL]) -> Bool {
        var results = 0
        var known = prepared
        for statement in statements {
            let (command, parameters) = (statement.command, statement.parameters)
            guard let name = names.name(of: command, parameters.types) else {
                guard link.send(statement) else { return false }
                results += 1
                continue
            }
            if known.insert(name).inserted {
                guard link.prepare(command, parameters.types, as: name) else { return false }
                preparing[results] = name
                results += 1
            }
            usesNames = true
            guard link.send(name, parameters) else { return false }
            results += 1
        }
        return true
    }

    /// An empty statement behind the last one. libpq reads notices ahead of the result that it
    /// holds, so a warning of the commit would be taken for one of the last statement; behind the
    /// marker only the commit is left to warn.
    private static let marker: SQL = ""

    /// Closes the connection. A group under way gets `outcomeUnknown`.
    func end(reason: String) {
        guard !isOver else { return }
        isOver = true
        watch?.cancel()
        finish(with: .lost(reason: reason))
        ended(reason, wasUseful)
    }

    // MARK: The socket

    private func socketIsReady() {
        // Keeps the link while a callback lets go of this session.
        let link = link
        guard link.readInput() else { return end(reason: link.errorMessage) }
        if wantsWrite { flush() }
        readResults()
        if !isOver, link.isBroken { end(reason: link.errorMessage) }
    }

    private func flush() {
        guard !isOver else { return }
        guard let flushed = link.flush() else { return end(reason: link.errorMessage) }
        let wantsWrite = flushed == .some
        guard wantsWrite != self.wantsWrite else { return }
        self.wantsWrite = wantsWrite
        do {
            try watch?.change(to: wantsWrite ? [.read, .write] : .read)
        } catch {
            end(reason: error.description)
        }
    }

    /// Takes what libpq has in full. Without a group it only lets libpq see notices and the end.
    private func readResults() {
        var separators = 0
        while !isOver, !link.isBusy, current != nil {
            if let result = link.nextResult() {
                separators = 0
                received(result)
            } else {
                // One separator ends a statement; a second in a row would be an answer missing.
                separators += 1
                guard separators < 2 else { return end(reason: "results out of step") }
            }
        }
    }

    private func received(_ result: ServerResult) {
        let place = resultsSeen
        resultsSeen += 1
        switch result.status {
        case PGRES_COMMAND_OK where preparing[place] != nil:
            if let name = preparing[place] { prepared.insert(name) }
        case PGRES_PIPELINE_ABORTED where preparing[place] != nil:
            break
        case PGRES_EMPTY_QUERY where current?.progress.hasAllRows == true:
            // The marker's.
            break
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            // Warnings up to here are the statements' own.
            _ = link.takeWarnings()
            finish(with: .rows(Rows(result)))
        case PGRES_FATAL_ERROR:
            _ = link.takeWarnings()
            finish(with: .refused(result.sqlState, message: result.message))
            isReadOnly = isReadOnly || result.sqlState == .readOnlyTransaction
        case PGRES_PIPELINE_ABORTED:
            finish(with: .skipped)
        case PGRES_PIPELINE_SYNC:
            finish(with: .synced(warnings: link.takeWarnings()))
        default:
            // COPY, or a word of a newer libpq: none that a group of ours can lead to.
            end(reason: "unexpected result")
        }
    }

    private func finish(with event: GroupProgress.Event) {
        guard let request = current?.request, let result = current?.progress.received(event) else {
            return
        }
        current = nil
        if mustBeSentAgain(result) { return send(request) }
        request.finish(result)
        guard !isOver else { return }
        // The server became a standby: look for the primary.
        if isReadOnly { return end(reason: "the server is read-only") }
        wasUseful = true
        becameIdle()
    }

    /// Whether the group was refused, without effect, for nothing but a prepared statement.
    private func mustBeSentAgain(_ result: Result<[Rows], DatabaseError>) -> Bool {
        guard !isOver, usesNames, case .failure(.statement(let state, _)) = result,
            state.isAboutPreparation
        else { return false }
        names.giveUp()
        return true
    }
}
