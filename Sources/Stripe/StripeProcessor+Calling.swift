import HTTPClient
import Payments

extension StripeProcessor {
    // MARK: Turns

    /// Waits for a token; `false` once the deadline has passed.
    func hasTurn(in line: CallLine, deadline: Duration) async -> Bool {
        let now = clock.now
        guard now < deadline else { return false }
        if turns.isFree(for: line), limits.takeTurn(line, now) { return true }
        return await withCheckedContinuation { continuation in
            let ticket = turns.add(continuation, to: line)
            clock.call(after: deadline - now) { [self] in
                inBackground { $0.giveUp(ticket, in: line) }
            }
            pump()
        }
    }

    /// Lets those go whose turn it is.
    func pump() {
        for line in CallLine.allCases {
            while turns.count(in: line) > 0, limits.takeTurn(line, clock.now) {
                turns.popFirst(of: line)?.resume(returning: true)
            }
        }
        schedulePump()
    }

    private func schedulePump() {
        let waiting = CallLine.allCases.filter { turns.count(in: $0) > 0 }
        guard let next = waiting.map(limits.nextTurn).min() else { return }
        if let pumpAt, pumpAt <= next { return }
        pumpAt = next
        clock.call(after: max(next - clock.now, .zero)) { [self] in
            inBackground { $0.pumpIsDue(next) }
        }
    }

    /// An alarm that was set before an earlier one became necessary is out of date.
    private func pumpIsDue(_ moment: Duration) {
        guard pumpAt == moment else { return }
        pumpAt = nil
        pump()
    }

    private func giveUp(_ ticket: UInt64, in line: CallLine) {
        turns.remove(ticket, from: line)?.resume(returning: false)
    }

    private nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated StripeProcessor) -> Void
    ) {
        Task(executorPreference: clock.executor) { await work(self) }
    }

    // MARK: One call

    func call(
        _ outgoing: OutgoingCall,
        _ deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer {
        guard let request = request(outgoing) else { throw .notSent(.invalidRequest) }
        let start = clock.now
        let end = min(deadline, start + configuration.callTimeout)
        limits.began()
        do throws(TransportFailure) {
            let answer = try await transport.answer(to: request, deadline: end, permit: permit)
            ended(outgoing, since: start, with: answer)
            return answer
        } catch {
            ended(outgoing, since: start, with: error, allowed: end - start)
            throw error
        }
    }

    // Not inlined: thousands of calls wait for their answer, each with the frame of `call`, and
    // what these need would be part of it.

    @inline(never)
    private func request(_ outgoing: OutgoingCall) -> ClientRequest? {
        outgoing.request(for: configuration)
    }

    @inline(never)
    private func ended(
        _ outgoing: OutgoingCall,
        since start: Duration,
        with answer: StripeAnswer
    ) {
        learn(from: answer)
        limits.ended(CallOutcome(answer), clock.now, jitter: thousandths)
        observe(EndedCall(outgoing, .success(answer), took: clock.now - start))
    }

    @inline(never)
    private func ended(
        _ outgoing: OutgoingCall,
        since start: Duration,
        with failure: TransportFailure,
        allowed: Duration
    ) {
        limits.ended(CallOutcome(failure, allowed: allowed), clock.now, jitter: thousandths)
        observe(EndedCall(outgoing, .failure(failure), took: clock.now - start))
    }

    private var thousandths: Int { min(max(Int(random() * 1000), 0), 999) }

    /// Only from answers that are Stripe's own: the clock of something on the way may be wrong.
    private func learn(from answer: StripeAnswer) {
        guard answer.requestID != nil, let seconds = answer.dateSeconds else { return }
        time.learn(seconds, at: clock.now)
    }
}
