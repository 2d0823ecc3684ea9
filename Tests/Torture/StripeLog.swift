import Synchronization
import TestKit

/// What arrived at Stripe, read along as it grows: the simulator keeps the latest 200,000 only.
final class StripeLog: Sendable {
    private let stripe: SimulatorProcess
    private let state = Mutex(State())
    private let isOver = Mutex(false)

    struct State: Sendable {
        var last: Int64 = 0
        var requests = 0
        var outcomes: [String: Int] = [:]
        var keys: [String: Sent] = [:]
        var violations: [String] = []
    }

    /// All requests under one key.
    struct Sent: Sendable {
        let digest: Int
        var count = 0
        var executed = 0
        var replayed = 0
    }

    init(_ stripe: SimulatorProcess) {
        self.stripe = stripe
    }

    var seen: State { state.withLock { $0 } }

    /// Reads until it is told to stop.
    func follow() async throws {
        while !isOver.withLock({ $0 }) {
            try await read()
            await rest(.milliseconds(500))
        }
        try await read()
    }

    func stop() { isOver.withLock { $0 = true } }

    func read() async throws {
        let entries = try await stripe.requests(since: seen.last)
        state.withLock { state in
            for entry in entries { state.take(entry) }
        }
    }
}

extension StripeLog.State {
    fileprivate mutating func take(_ entry: SimulatorRequestEntry) {
        if entry.sequence != last + 1 { violations.append("Stripe's log has a gap at \(last)") }
        last = entry.sequence
        guard !entry.isFromOutside else { return }
        requests += 1
        outcomes["\(entry.outcome) \(entry.status.map(String.init) ?? "-")", default: 0] += 1
        guard entry.method == "POST" else { return }
        guard let key = entry.key, key.hasPrefix("payonce-") else {
            violations.append("a POST without a key: \(entry.path)")
            return
        }
        var hasher = Hasher()
        hasher.combine(entry.path)
        hasher.combine(entry.body)
        let digest = hasher.finalize()
        var sent = keys[key] ?? StripeLog.Sent(digest: digest)
        if sent.digest != digest { violations.append("\(key) was sent with other bytes") }
        sent.count += 1
        if entry.outcome == "executed" { sent.executed += 1 }
        if entry.outcome == "replayed" { sent.replayed += 1 }
        if sent.executed > 1 { violations.append("\(key) was executed \(sent.executed) times") }
        keys[key] = sent
    }
}
