/// Objects in the order in which something began for them, for what ends by itself after a time
/// that is the same for all.
struct WaitingLine {
    private struct Entry {
        let object: String
        let since: Int64
    }

    private var entries: [Entry] = []
    private var head = 0

    mutating func append(_ object: String, since: Int64) {
        entries.append(Entry(object: object, since: since))
    }

    /// When the first of them began.
    var earliest: Int64? { head < entries.count ? entries[head].since : nil }

    mutating func popFirst() -> (object: String, since: Int64)? {
        guard head < entries.count else { return nil }
        let entry = entries[head]
        head += 1
        if head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
        return (entry.object, entry.since)
    }
}
