/// How many requests came in one second, for the limit of the whole account.
struct Traffic {
    private var second: Int64 = 0
    private var count: Int64 = 0

    /// - Returns: whether the request is within the limit; 0 is none.
    mutating func take(at now: Int64, limit: Int64) -> Bool {
        guard limit > 0 else { return true }
        if now != second {
            second = now
            count = 0
        }
        count += 1
        return count <= limit
    }
}
