/// What Stripe remembers of POST requests that carried a key
/// (https://docs.stripe.com/api/idempotent_requests).
struct IdempotencyKeys {
    enum Finding {
        case new
        case stored(StoredReply)
        case refused(StripeError)
    }

    private enum State {
        case running
        case finished(StoredReply)
    }

    private struct Record {
        let key: RequestKey
        let startedAt: Int64
        var state: State
    }

    private var records: [String: Record] = [:]

    /// Stripe's.
    static let lengthLimit = 255
    /// From this age on Stripe may forget a key.
    static let retentionSeconds: Int64 = 24 * 3600

    func find(_ key: RequestKey, inUseKind: StripeError.Kind) -> Finding {
        guard let record = records[key.text] else { return .new }
        let first = record.key
        guard first.path == key.path else {
            return .refused(.keyUsedElsewhere(key.text, first: first.path, now: key.path))
        }
        guard first.hasParameters(of: key) else {
            return .refused(.keyUsedWithOtherParameters(key.text))
        }
        switch record.state {
        case .running: return .refused(.keyInUse(key.text, kind: inUseKind))
        case .finished(let reply): return .stored(reply)
        }
    }

    /// From here on the key is bound to these parameters.
    mutating func start(_ key: RequestKey, at now: Int64) {
        records[key.text] = Record(key: key, startedAt: now, state: .running)
    }

    mutating func finish(_ key: String, with reply: StoredReply) {
        records[key]?.state = .finished(reply)
    }

    /// What the endpoint did not begin to execute leaves nothing behind.
    mutating func forget(_ key: String) {
        records[key] = nil
    }

    /// Forgets finished keys of at least 24 hours, or all of them.
    ///
    /// - Returns: how many.
    mutating func prune(at now: Int64, force: Bool) -> Int {
        let before = records.count
        records = records.filter { _, record in
            guard case .finished = record.state else { return true }
            return !force && now - record.startedAt < IdempotencyKeys.retentionSeconds
        }
        return before - records.count
    }
}
