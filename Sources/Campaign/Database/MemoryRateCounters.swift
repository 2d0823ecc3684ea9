public import Payments

/// One run's way to the shared counts in memory.
struct MemoryRateCounters: RateCounters {
    private let database: MemoryDatabase
    private let commits: MemoryCommits

    init(_ database: MemoryDatabase, through link: Link) {
        self.database = database
        commits = MemoryCommits(through: link)
    }

    func exchange(_ counts: [RateCount]) async throws(StoreFailure) -> RateReading {
        try await commits.commit("exchange counts") { [database] in database.exchange(counts) }
    }

    func removeEnded(atMost count: Int) async throws(StoreFailure) -> Int {
        try await commits.commit("remove counts") { [database] in
            database.removeEndedCounts(atMost: count)
        }
    }
}

/// A row of `rate_counters`.
struct MemoryRateCount {
    var count: Int
    let most: Int
    let endsAt: Duration
}

extension MemoryDatabase {
    func exchange(_ counts: [RateCount]) -> RateReading {
        for count in counts {
            if let row = rateCounts[count.name], row.endsAt > now {
                rateCounts[count.name]?.count = max(0, row.count + count.added)
            } else if count.added > 0 {
                rateCounts[count.name] = MemoryRateCount(
                    count: count.added,
                    most: count.limit.count,
                    endsAt: now + count.limit.period
                )
            }
        }
        let full = rateCounts.filter { $0.value.count >= $0.value.most && $0.value.endsAt > now }
        return RateReading(
            written: counts.compactMap { standing(of: $0.name) },
            full: full.keys.compactMap(standing),
            isComplete: true
        )
    }

    private func standing(of name: RateName) -> RateStanding? {
        rateCounts[name].map { row in
            RateStanding(name: name, count: row.count, remaining: row.endsAt - now)
        }
    }

    func removeEndedCounts(atMost count: Int) -> Int {
        let ended = rateCounts.filter { $0.value.endsAt <= now }.keys.prefix(count)
        for name in ended { rateCounts[name] = nil }
        return ended.count
    }

    /// How many windows are kept.
    public var rateCountRows: Int { rateCounts.count }

    /// What all instances have counted in each window, of one kind.
    public func rateCounts(of kind: AttemptLimits.Kind) -> [Int] {
        rateCounts.filter { $0.key.kind == kind }.map(\.value.count).sorted()
    }
}
