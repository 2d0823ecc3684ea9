/// The latest arrivals at `/v1/`, numbered from 1.
struct RequestLog {
    private var entries: [RequestEntry] = []
    private(set) var latest = 0

    /// A campaign's worth: some 100 MB at half a kilobyte each.
    static let limit = 200_000
    /// Entries are dropped in runs, so that each costs the same.
    private static let slack = limit / 4

    mutating func append(_ make: (_ sequence: Int) -> RequestEntry) {
        latest += 1
        entries.append(make(latest))
        if entries.count >= RequestLog.limit + RequestLog.slack {
            entries.removeFirst(entries.count - RequestLog.limit)
        }
    }

    func entries(after sequence: Int) -> ArraySlice<RequestEntry> {
        let first = latest - entries.count + 1
        return entries.dropFirst(max(0, sequence + 1 - first))
    }
}
