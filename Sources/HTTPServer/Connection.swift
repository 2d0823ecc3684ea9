import EventLoop

/// One client: its socket, the requests that come through it one after another, their answers.
///
/// Everything happens on the loop, driven by three things: the socket is ready, a handler has
/// answered, a deadline has passed.
final class Connection: @unchecked Sendable {
    // Safe to share with the handler's task, which comes back on the loop before it touches this.
    private enum Phase: Equatable {
        /// Waiting for a request or for the rest of one.
        case reading
        case handling(ResponseEncoder.Context)
        case writing(then: AfterWriting)
        /// All is said; what the client still sends is thrown away, so that it reads our last
        /// words.
        case lingering
        case closed
    }

    private enum AfterWriting: Equatable {
        case read
        case linger
    }

    let peer: String
    private let socket: Socket
    private let registry: ConnectionRegistry
    private var phase = Phase.reading
    private var parser: RequestParser
    private var watch: Watch?
    private var interest: Interest = .read
    private var deadline: Deadline?
    /// The stage for which the deadline is set; `nil` where a new request may begin.
    private var timedStage: RequestParser.Stage?
    private var hasReadEnd = false
    private var hasCarriedRequest = false
    private var output: [UInt8] = []
    private var sentBytes = 0
    private var discardedBytes = 0

    /// Instead of `lingerDeadline` while the server drains: a stop is not held up by slow goodbyes.
    private static let drainingLinger = Duration.milliseconds(500)

    init(socket: Socket, peer: String, registry: ConnectionRegistry) {
        self.socket = socket
        self.peer = peer
        self.registry = registry
        parser = RequestParser(limits: registry.limits)
    }

    // MARK: Events

    /// Begins to read, or says at once why not.
    func open(refusedWith refusal: Refusal?) {
        deadline = Deadline(loop: registry.loop) { [weak self] in self?.deadlinePassed() }
        do throws(SystemError) {
            watch = try registry.loop.watch(socket.descriptor, for: .read) { [weak self] ready in
                self?.socketIsReady(ready)
            }
        } catch {
            // The kernel has no memory for another watch (`max_user_watches`).
            return close()
        }
        if let refusal { return refuse(refusal) }
        setDeadline(for: .idle)
    }

    private func socketIsReady(_ readiness: Interest) {
        switch phase {
        case .reading: read()
        case .lingering: discard()
        case .handling, .writing:
            // Both directions are gone; the answer has nowhere to go.
            if readiness.contains(.error) { return close() }
            if readiness.contains(.write) { return flush() }
            read()
        case .closed: break
        }
    }

    private func answered(_ response: HTTPResponse) {
        guard case .handling(let asked) = phase else { return }
        var context = asked
        context.closes =
            asked.closes || response.closesConnection || response.delivery != .whole
            || registry.isDraining || hasReadEnd && parser.stage == .idle
        switch response.delivery {
        case .whole, .truncated:
            write(registry.encode(response, context), then: context.closes ? .linger : .read)
        case .dropped:
            linger()
        case .reset:
            release()
            socket.abort()
        }
    }

    private func deadlinePassed() {
        switch phase {
        case .reading:
            switch parser.stage {
            case .idle: close()
            case .head: refuse(.headTimeout)
            case .body: refuse(.bodyTimeout)
            }
        case .writing, .lingering: close()
        case .handling, .closed: break
        }
    }

    /// Ends the connection as soon as nothing is owed to the client. A request that has arrived but
    /// was not read yet is still answered.
    func drain() {
        if phase == .lingering { deadline?.set(after: lingerDeadline) }
        guard phase == .reading else { return }
        read()
        if phase == .reading, parser.stage == .idle { close() }
    }

    func close() {
        guard phase != .closed else { return }
        release()
        socket.close()
    }

    private func release() {
        phase = .closed
        watch?.cancel()
        watch = nil
        deadline?.end()
        output = []
        registry.remove(self)
    }

    // MARK: Reading

    private func read() {
        let limit = readableBytes
        // Reading nothing would look like the end.
        guard !hasReadEnd, limit > 0 else { return }
        switch socket.receive(into: &registry.received, atMost: limit) {
        case .bytes(let count): parser.append(registry.received[..<count])
        case .end: hasReadEnd = true
        case .wouldBlock: return
        case .failed: return close()
        }
        if phase == .reading { advance() } else { updateInterest() }
    }

    /// While a request is being handled one more head is let in; the rest waits in the kernel,
    /// which tells the client to stop sending.
    private var readableBytes: Int {
        switch phase {
        case .reading, .lingering: .max
        case .handling: max(0, registry.limits.headBytes - parser.bufferedBytes)
        case .writing, .closed: 0
        }
    }

    private func advance() {
        switch parser.next() {
        case .incomplete: waitForMore()
        case .continueExpected: write(Self.continueResponse, then: .read)
        case .request(let head, let body): begin(head, body)
        case .malformed(let refusal): refuse(refusal)
        }
    }

    private static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private func waitForMore() {
        // Half a request whose other half will never come.
        if hasReadEnd { return close() }
        if registry.isDraining, parser.stage == .idle { return close() }
        setDeadline(for: parser.stage)
        updateInterest()
    }

    private func setDeadline(for stage: RequestParser.Stage) {
        guard stage != timedStage else { return }
        timedStage = stage
        switch stage {
        case .idle: deadline?.set(after: registry.limits.idleDeadline)
        case .head: deadline?.set(after: registry.limits.headDeadline)
        case .body: deadline?.set(after: registry.limits.bodyDeadline)
        }
    }

    private func begin(_ head: RequestHead, _ body: [UInt8]) {
        guard let method = head.method else { preconditionFailure("a request has a method") }
        phase = .handling(
            ResponseEncoder.Context(
                isHead: method == .head,
                isVersion10: head.isVersion10,
                closes: !head.keepsAlive
            )
        )
        timedStage = nil
        deadline?.clear()
        updateInterest()
        let request = HTTPRequest(
            method: method,
            path: head.path,
            query: head.query,
            headers: head.headers,
            body: body,
            peer: peer,
            isFirstOnConnection: !hasCarriedRequest
        )
        hasCarriedRequest = true
        registry.handle(request) { response in self.answered(response) }
    }

    // MARK: Writing

    private func refuse(_ refusal: Refusal) {
        var response = registry.answers.refusal(refusal)
        response.delivery = .whole
        let context = ResponseEncoder.Context(isHead: parser.isHead, closes: true)
        write(registry.encode(response, context), then: .linger)
    }

    private func write(_ bytes: [UInt8], then next: AfterWriting) {
        phase = .writing(then: next)
        output = bytes
        sentBytes = 0
        flush()
    }

    private func flush() {
        guard case .writing(let next) = phase else { return }
        switch socket.send(output, from: sentBytes) {
        case .failed: return close()
        case .bytes(let count): sentBytes += count
        }
        guard sentBytes == output.count else { return waitForRoom() }
        output = []
        switch next {
        case .read:
            phase = .reading
            advance()
        case .linger: linger()
        }
    }

    private func waitForRoom() {
        if !interest.contains(.write) { deadline?.set(after: registry.limits.writeDeadline) }
        updateInterest()
    }

    // MARK: Ending

    /// Says goodbye first and hangs up later. Closing with unread bytes would send a reset, which
    /// can destroy the answer before the client has read it.
    /// [RFC 9112, 9.6](https://www.rfc-editor.org/rfc/rfc9112#section-9.6)
    private func linger() {
        guard !hasReadEnd else { return close() }
        phase = .lingering
        socket.shutdownWriting()
        deadline?.set(after: lingerDeadline)
        updateInterest()
    }

    private var lingerDeadline: Duration {
        let limit = registry.limits.lingerDeadline
        return registry.isDraining ? min(limit, Self.drainingLinger) : limit
    }

    private func discard() {
        switch socket.receive(into: &registry.received, atMost: .max) {
        case .bytes(let count):
            discardedBytes += count
            if discardedBytes > registry.limits.refusedBodyBytes { close() }
        case .wouldBlock: break
        case .end, .failed: close()
        }
    }

    // MARK: Readiness

    private func updateInterest() {
        let wanted = wantedInterest
        guard wanted != interest, let watch else { return }
        interest = wanted
        do throws(SystemError) {
            try watch.change(to: wanted)
        } catch {
            close()
        }
    }

    private var wantedInterest: Interest {
        switch phase {
        case .reading, .lingering: .read
        case .handling: hasReadEnd || readableBytes == 0 ? [] : .read
        case .writing: .write
        case .closed: []
        }
    }
}
