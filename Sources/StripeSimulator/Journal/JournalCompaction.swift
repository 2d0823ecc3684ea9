/// Keeps a journal from growing for ever: the oldest payments go.
enum JournalCompaction {
    /// At this length a start takes some seconds and the file some 10 MB.
    static let limit = 20_000

    /// The newest half of the limit, so that the next starts have nothing to do, and of the older
    /// entries those for objects that they name, back to their making. The first stays: it makes
    /// the account.
    static func compacted(_ entries: [JournalEntry], limit: Int) -> [JournalEntry] {
        guard entries.count > limit else { return entries }
        let kept = limit / 2
        var needed: Set<String> = []
        var result: [JournalEntry] = []
        for (place, entry) in entries.enumerated().reversed() {
            let isNeeded = entry.subjects.contains(where: needed.contains)
            guard place == 0 || place >= entries.count - kept || isNeeded else { continue }
            needed.formUnion(entry.mentions.map { String($0) })
            needed.formUnion(entry.subjects)
            result.append(entry)
        }
        return result.reversed()
    }
}
