import EventLoop
import Glibc

/// Sends the requests of one run and checks every answer. On the loop only.
final class LoadGenerator: @unchecked Sendable {
    // Safe to share: made and used by one task, on the loop.
    private let loop: Loop
    private let options: LoadOptions
    /// Keys and cards of two runs never meet.
    private let run = "Bench" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    private var connections: [LoadConnection] = []
    private var free: [LoadConnection] = []
    private var report = LoadReport()
    private var sent = 0
    private var outstanding = 0
    private var measuredFrom = Duration.zero
    private var measuredUntil = Duration.zero
    private var onIdle: CheckedContinuation<Void, Never>?

    /// Longer than the service takes for any answer; what is missing then is counted as wrong.
    private static let patience = Duration.seconds(40)

    init(loop: Loop, options: LoadOptions) {
        self.loop = loop
        self.options = options
    }

    // MARK: The three kinds of run

    func closedLoop() async throws -> LoadReport {
        try await connect(options.connections)
        begin()
        for connection in connections { sendNext(on: connection) }
        await allAnswered()
        return end()
    }

    func openLoop() async throws -> LoadReport {
        try await connect(options.connections)
        free = connections
        begin()
        let start = loop.now + .milliseconds(50)
        let interval = Duration.seconds(1) / options.ratePerSecond
        let count = min(
            options.ratePerSecond * (options.seconds + options.warmupSeconds),
            options.requests
        )
        // Held open until the last request has left.
        outstanding += 1
        let pace = try Pace(loop: loop, start: start, interval: interval, count: count) {
            self.sendPlanned(at: start + interval * self.sent)
            if self.sent == count { self.settle() }
        }
        await allAnswered()
        pace.end()
        return end()
    }

    func replays() async throws -> LoadReport {
        try await connect(1)
        let first = request(0)
        begin()
        send(first, on: connections[0], plannedAt: loop.now) {}
        await allAnswered()
        let replay = first.repeated()
        report.latencies = []
        report.measured = 0
        begin()
        for _ in 0..<min(options.requests, 100_000) where report.wrong == 0 {
            send(replay, on: connections[0], plannedAt: loop.now) {}
            await allAnswered()
        }
        return end()
    }

    // MARK: Sending

    /// A few at a time: where the listener's backlog is full, the kernel tries again after a second.
    private func connect(_ count: Int) async throws {
        for number in 1...count {
            connections.append(try LoadConnection(loop: loop, port: options.port))
            if number % 100 == 0 { try await loop.sleep(for: .milliseconds(10)) }
        }
    }

    private func begin() {
        measuredFrom = loop.now + .seconds(options.warmupSeconds)
        measuredUntil = measuredFrom + .seconds(options.seconds)
    }

    private func request(_ number: Int) -> SampleRequest {
        switch options.target {
        case .pay: .payment(number, run: run)
        case .stripe: .intent(number, run: run)
        }
    }

    private func sendNext(on connection: LoadConnection) {
        guard sent < options.requests, loop.now < measuredUntil else { return }
        let request = request(sent)
        sent += 1
        send(request, on: connection, plannedAt: loop.now) { self.sendNext(on: connection) }
    }

    /// Where no connection is free a new one is made: a request must not wait for another one's
    /// answer, or slow answers would hide.
    private func sendPlanned(at moment: Duration) {
        let request = request(sent)
        sent += 1
        do throws(SystemError) {
            let connection = try freeConnection()
            send(request, on: connection, plannedAt: moment) { self.free.append(connection) }
        } catch {
            note(wrong: "\(error)")
        }
    }

    private func freeConnection() throws(SystemError) -> LoadConnection {
        if let connection = free.popLast() { return connection }
        return try LoadConnection(loop: loop, port: options.port)
    }

    private func send(
        _ request: SampleRequest,
        on connection: LoadConnection,
        plannedAt planned: Duration,
        then next: @escaping () -> Void
    ) {
        outstanding += 1
        connection.send(request.bytes) { outcome in
            switch outcome {
            case .broken(let reason): self.note(wrong: reason)
            case .answer(let bytes) where request.isRight(bytes):
                self.note(rightSince: planned)
                next()
            case .answer(let bytes):
                self.note(wrong: String(decoding: bytes.suffix(300), as: UTF8.self))
                next()
            }
            self.settle()
        }
    }

    // MARK: Counting

    private func note(rightSince planned: Duration) {
        let now = loop.now
        report.right += 1
        if now >= measuredFrom, now <= measuredUntil { report.measured += 1 }
        if planned >= measuredFrom {
            report.latencies.append(Int((now - planned) / Duration.microseconds(1)))
        }
    }

    private func note(wrong text: String) {
        report.wrong += 1
        if report.firstWrong == nil { report.firstWrong = text }
    }

    private func settle() {
        outstanding -= 1
        guard outstanding == 0 else { return }
        onIdle?.resume()
        onIdle = nil
    }

    private func allAnswered() async {
        let limit = max(measuredUntil - loop.now, .zero) + Self.patience
        let timer = loop.schedule(after: limit) { [self] in
            onIdle?.resume()
            onIdle = nil
        }
        await withCheckedContinuation { continuation in
            if outstanding == 0 { continuation.resume() } else { onIdle = continuation }
        }
        timer.cancel()
    }

    private func end() -> LoadReport {
        for connection in connections { connection.close() }
        if outstanding > 0 {
            report.wrong += outstanding
            report.firstWrong = report.firstWrong ?? "no answer"
        }
        let until = min(loop.now, measuredUntil)
        report.measuredMicroseconds = Int((until - measuredFrom) / Duration.microseconds(1))
        return report
    }
}
