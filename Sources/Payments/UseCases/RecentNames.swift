/// Keys and orders that requests came with lately. Where one comes again there is most likely an
/// attempt, and looking for it is cheaper than trying to claim it. Only a hint: a hash that is here
/// by chance costs one look, and one that is missing costs one claim that finds its guard taken.
struct RecentNames {
    private var newer: Set<Int> = []
    private var older: Set<Int> = []

    /// Half a minute of the fastest service; some two megabytes for both halves.
    private static let mostInHalf = 65_536

    /// Remembers it; whether it was known.
    mutating func isRepeat(_ name: Guard) -> Bool {
        let hash = name.hashValue
        let isKnown = newer.contains(hash) || older.contains(hash)
        newer.insert(hash)
        if newer.count >= RecentNames.mostInHalf {
            older = newer
            newer = []
        }
        return isKnown
    }
}
