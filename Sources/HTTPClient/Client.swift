public import EventLoop

/// An HTTP client on the loop that never sends a request twice by its own will, and that can say of
/// each failed one whether it can have been executed.
///
/// Redirects are not followed, cookies not kept, content encodings not asked for, certificates
/// always verified. The program has to ignore `SIGPIPE`.
///
/// Close it before the last reference goes: its sockets are watched by the loop, and only there can
/// the watches end (traps elsewhere). Not an `isolated deinit`: with one, Swift 6.3.1 cannot
/// compile the importers of this module in release ("circular reference").
public actor Client {
    private let loop: Loop
    private let configuration: ClientConfiguration
    private var multi: MultiHandle?
    private var isClosed = false
    private var lanes: [Origin: Lane] = [:]
    /// The handles in libcurl's hands.
    private var active: [UInt: EasyHandle] = [:]
    private var tally = ClientCounters()

    /// Lanes are made as origins are met; idle ones go when there are more than this. We speak to
    /// Stripe's API and to little else.
    private static let maxLanes = 16

    /// Traps where the installed libcurl lacks what is needed; see `CurlLibrary`.
    public init(loop: Loop, configuration: ClientConfiguration = ClientConfiguration()) {
        CurlLibrary.prepare()
        self.loop = loop
        self.configuration = configuration
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What was done, and what is going on.
    public var counters: ClientCounters {
        var counters = tally
        counters.inFlight = active.count
        counters.connectionsOpen = multi?.sockets.open ?? 0
        return counters
    }

    /// Sends one request and waits for its whole answer, of whatever status.
    ///
    /// Canceling the calling task changes nothing: what was begun goes on to its end.
    ///
    /// - Parameters:
    ///   - request: what to send, as it is.
    ///   - deadline: for everything, the wait in the queue included; on the clock of `Loop.now`.
    ///   - permit: asked on the loop when the request leaves the queue and directly before its
    ///     bytes leave for libcurl's connection, each time again. `false` keeps it from being sent.
    /// - Returns: the answer, which may be a refusal.
    /// - Throws: `TransportFailure`, which tells "not sent" from "may have been executed".
    public func send(
        _ request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool = { true }
    ) async throws(TransportFailure) -> ClientResponse {
        let result: Result<ClientResponse, TransportFailure> = await withCheckedContinuation {
            accept(request, deadline: deadline, permit: permit, $0)
        }
        return try result.get()
    }

    /// Opens connections ahead by sending `request`, which has to be harmless, `connections` times
    /// at once. Over HTTP/2 that is one connection, because all of them share it.
    ///
    /// - Returns: how many were answered.
    @discardableResult
    public func warm(
        with request: ClientRequest,
        connections: Int,
        deadline: Duration
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<min(connections, configuration.maxConnectionsPerHost) {
                group.addTask { await self.isAnswered(request, deadline: deadline) }
            }
            var answered = 0
            for await isAnswered in group where isAnswered { answered += 1 }
            return answered
        }
    }

    /// Ends everything: what was queued or not yet written as not sent, the rest as unknown.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for handle in active.values {
            guard let transfer = handle.transfer else { continue }
            breakOff(handle, transfer, notSent: .clientClosed, unknown: .clientClosed)
        }
        for lane in lanes.values {
            while let transfer = lane.queue.popFirst() {
                tally.queued -= 1
                fail(transfer, .notSent(.clientClosed))
            }
            lane.close()
        }
        lanes.removeAll()
        multi?.close()
        multi = nil
    }

    private func isAnswered(_ request: ClientRequest, deadline: Duration) async -> Bool {
        do throws(TransportFailure) {
            _ = try await send(request, deadline: deadline)
            return true
        } catch {
            return false
        }
    }

    // MARK: The queue

    private func accept(
        _ request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool,
        _ continuation: CheckedContinuation<Result<ClientResponse, TransportFailure>, Never>
    ) {
        let now = loop.now
        let transfer = Transfer(
            request: request,
            deadline: deadline,
            now: now,
            answer: PartialAnswer(
                maxHeadBytes: configuration.maxHeadBytes,
                maxBodyBytes: configuration.maxResponseBytes
            ),
            permit: permit,
            complete: { continuation.resume(returning: $0) }
        )
        guard !isClosed else { return fail(transfer, .notSent(.clientClosed)) }
        guard let lane = lane(for: request.url) else {
            return fail(transfer, .notSent(.invalidRequest))
        }
        guard deadline > now else { return fail(transfer, .notSent(.deadlineBeforeSending)) }
        guard lane.hasRoom || tally.queued < configuration.maxQueued else {
            return fail(transfer, .notSent(.queueFull))
        }
        lane.queue.append(transfer)
        tally.queued += 1
        transfer.timer = loop.schedule(after: deadline - now) { self.expire(transfer, in: lane) }
        pump(lane)
    }

    private func lane(for url: String) -> Lane? {
        guard let origin = Origin(url: url) else { return nil }
        if let lane = lanes[origin] { return lane }
        if lanes.count >= Client.maxLanes { lanes = lanes.filter { !$0.value.isIdle } }
        let lane = Lane(origin: origin, configuration: configuration)
        lanes[origin] = lane
        return lane
    }

    private func pump(_ lane: Lane) {
        while lane.hasRoom, let transfer = lane.queue.popFirst() {
            tally.queued -= 1
            start(transfer, in: lane)
        }
    }

    private func start(_ transfer: Transfer, in lane: Lane) {
        let now = loop.now
        // Its timer may be due in this very turn, behind the one that made room.
        guard transfer.deadline > now else {
            return fail(transfer, .notSent(.deadlineBeforeSending))
        }
        guard transfer.mayStart() else { return fail(transfer, .notSent(.permitWithdrawn)) }
        let multi = openMulti()
        guard let handle = lane.takeHandle(sockets: multi.sockets) else {
            return fail(transfer, .notSent(.outOfMemory))
        }
        guard handle.load(transfer) else {
            lane.giveBack(handle)
            return fail(transfer, .notSent(.invalidRequest))
        }
        transfer.startedAt = now
        transfer.handle = handle
        active[handle.id] = handle
        lane.running += 1
        multi.add(handle)
    }

    private func openMulti() -> MultiHandle {
        if let multi { return multi }
        let multi = MultiHandle(loop: loop, configuration: configuration) { [unowned self] in
            collect()
        }
        self.multi = multi
        return multi
    }

    // MARK: The end

    /// Takes what libcurl has finished. Not from its callbacks, where it must not be called.
    private func collect() {
        while let (id, code) = multi?.nextEnded() {
            guard let handle = active[id], let transfer = handle.transfer else { continue }
            let ending = handle.ending(code, of: transfer)
            let timings = handle.timings(of: transfer, now: loop.now)
            if ending.failure == nil { handle.lane.learn(ending.version) }
            if transfer.releases > 0, handle.hasReusedConnection { tally.reusedConnections += 1 }
            release(handle, transfer)
            finish(transfer, ending, timings)
            pump(handle.lane)
        }
    }

    private func finish(_ transfer: Transfer, _ ending: Ending, _ timings: Timings) {
        if let failure = ending.failure { return fail(transfer, failure) }
        transfer.end(
            .success(
                ClientResponse(
                    status: ending.status,
                    headers: ResponseHeaders(lines: ending.answer.lines),
                    body: ending.answer.body,
                    version: ending.version,
                    sends: ending.releases,
                    timings: timings
                )
            )
        )
    }

    /// The deadline is ours to keep and not libcurl's (`CURLOPT_TIMEOUT_MS`), which does not count
    /// while a transfer waits in it for a connection.
    private func expire(_ transfer: Transfer, in lane: Lane) {
        guard let handle = transfer.handle else {
            tally.queued -= 1
            fail(transfer, .notSent(.deadlineBeforeSending))
            return lane.queue.dropShells()
        }
        breakOff(handle, transfer, notSent: .deadlineBeforeSending, unknown: .timedOut)
        pump(lane)
    }

    private func breakOff(
        _ handle: EasyHandle,
        _ transfer: Transfer,
        notSent: NotSentReason,
        unknown: UnknownReason
    ) {
        release(handle, transfer)
        fail(transfer, transfer.releases == 0 ? .notSent(notSent) : .outcomeUnknown(unknown))
    }

    /// Takes the handle back from libcurl.
    private func release(_ handle: EasyHandle, _ transfer: Transfer) {
        multi?.remove(handle)
        active[handle.id] = nil
        handle.unload()
        handle.lane.running -= 1
        handle.lane.giveBack(handle)
        guard transfer.releases > 0 else { return }
        tally.sent += 1
        tally.replays += transfer.releases - 1
    }

    private func fail(_ transfer: Transfer, _ failure: TransportFailure) {
        switch failure {
        case .notSent: tally.failedNotSent += 1
        case .outcomeUnknown: tally.failedOutcomeUnknown += 1
        }
        transfer.end(.failure(failure))
    }
}
