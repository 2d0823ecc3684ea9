/// PaymentIntents in the order in which something began for them, for what ends by itself after a
/// time that is the same for all.
struct WaitingLine {
    private struct Entry {
        let intent: String
        let since: Int64
    }

    private var entries: [Entry] = []
    private var head = 0

    mutating func append(_ intent: String, since: Int64) {
        entries.append(Entry(intent: intent, since: since))
    }

    /// The next that began before a time.
    mutating func popFirst(before time: Int64) -> (intent: String, since: Int64)? {
        guard head < entries.count, entries[head].since < time else { return nil }
        let entry = entries[head]
        head += 1
        if head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
        return (entry.intent, entry.since)
    }
}
