/// How often a PaymentIntent was called within an hour (https://docs.stripe.com/rate-limits).
struct UpdateCount: Hashable {
    private var start: Int64 = 0
    private var count: Int64 = 0

    /// - Returns: whether the call is within the limit; 0 is none.
    mutating func take(at now: Int64, limit: Int64) -> Bool {
        if now - start >= 3600 { self = UpdateCount(start: now, count: 0) }
        guard limit == 0 || count < limit else { return false }
        count += 1
        return true
    }

    init() {}

    private init(start: Int64, count: Int64) {
        self.start = start
        self.count = count
    }
}
