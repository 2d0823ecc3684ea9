/// What one instance knows of the counts: those of all instances, as it last read them, and its own
/// that are not written yet. A pure value; the driver takes what is to be written and brings what
/// was read.
struct AttemptLedger {
    private let limits: AttemptLimits
    /// As the database had it, and when its window ends by the clock here.
    private var tallies: [RateName: Tally] = [:]
    /// Counted here and not sent yet.
    private var unsent: [RateName: Int] = [:]
    /// On its way to the database.
    private var underWay: [RateName: Int] = [:]
    /// The full names of the last reading.
    private var full: Set<RateName> = []
    private var cardsAreFullUntil: Duration = .zero

    private struct Tally {
        var shared = 0
        let endsAt: Duration
    }

    /// Names that are remembered, some 10 MB. A flood of more makes it forget those that are not
    /// full: better to let some through than to turn everybody away.
    static let mostNames = 65_536

    init(_ limits: AttemptLimits) {
        self.limits = limits
    }

    var nameCount: Int { tallies.count }
    var hasUnsent: Bool { !unsent.isEmpty }

    // MARK: Asking

    /// How long until all of these names may begin an attempt; `nil`: now.
    func wait(for names: [RateName], at now: Duration) -> Duration? {
        names.compactMap { name in
            isFull(name, at: now) ? tallies[name].map { $0.endsAt - now } : nil
        }
        .max()
    }

    /// Whether anything was counted under the name in its present window.
    func hasCounted(_ name: RateName, at now: Duration) -> Bool { count(of: name, at: now) > 0 }

    /// Whether some card has no attempts left, so that it matters which one is to be charged.
    func turnsCardsAway(at now: Duration) -> Bool { now < cardsAreFullUntil }

    private func isFull(_ name: RateName, at now: Duration) -> Bool {
        count(of: name, at: now) >= limits.limit(of: name.kind).count
    }

    private func count(of name: RateName, at now: Duration) -> Int {
        guard let tally = tallies[name], tally.endsAt > now else { return 0 }
        return max(0, tally.shared + (underWay[name] ?? 0) + (unsent[name] ?? 0))
    }

    // MARK: Counting

    mutating func count(_ names: [RateName], at now: Duration) {
        for name in names { add(1, to: name, at: now) }
    }

    /// What was counted did not begin after all.
    mutating func giveBack(_ names: [RateName], at now: Duration) {
        for name in names { add(-1, to: name, at: now) }
    }

    /// A success makes good one decline of its network, and all declines of its card.
    mutating func release(_ name: RateName, at now: Duration) {
        switch name.kind {
        case .addressDeclines: add(-1, to: name, at: now)
        case .cardDeclines: add(-limits.limit(of: name.kind).count, to: name, at: now)
        case .address, .customer, .guest, .card: break
        }
    }

    private mutating func add(_ number: Int, to name: RateName, at now: Duration) {
        if tallies[name].map({ $0.endsAt > now }) != true {
            // There is nothing to take back from.
            guard number > 0 else { return }
            makeRoom(now)
            tallies[name] = Tally(endsAt: now + limits.limit(of: name.kind).period)
            // Of a window that is over.
            unsent[name] = nil
        }
        let sum = (unsent[name] ?? 0) + number
        unsent[name] = sum == 0 ? nil : sum
    }

    private mutating func makeRoom(_ now: Duration) {
        guard tallies.count >= AttemptLedger.mostNames else { return }
        tallies = tallies.filter { $0.value.endsAt > now }
        guard tallies.count >= AttemptLedger.mostNames else { return }
        let kept = tallies.filter { isFull($0.key, at: now) }
        tallies = kept.count < AttemptLedger.mostNames ? kept : [:]
    }

    // MARK: Sharing

    /// What is to be written; it counts as under way from now on.
    mutating func outgoing() -> [RateCount] {
        precondition(underWay.isEmpty, "an answer is about all that is under way")
        underWay = unsent
        unsent = [:]
        return underWay.map { name, added in
            RateCount(name: name, added: added, limit: limits.limit(of: name.kind))
        }
    }

    /// It was not written, or nobody knows: better counted twice than not at all. But what is not
    /// remembered any more is not kept for a database that is away.
    mutating func outgoingFailed() {
        for (name, added) in underWay where tallies[name] != nil {
            let sum = (unsent[name] ?? 0) + added
            unsent[name] = sum == 0 ? nil : sum
        }
        underWay = [:]
    }

    /// What stands in the database after what was under way has been written.
    mutating func learned(_ reading: RateReading, at now: Duration) {
        underWay = [:]
        let listed = Set(reading.full.map(\.name))
        // What was full and is not any more was released elsewhere, or its window is over.
        if reading.isComplete {
            for name in full.subtracting(listed) { tallies[name] = nil }
        }
        full = listed
        for standing in reading.written + reading.full {
            if tallies[standing.name] == nil { makeRoom(now) }
            tallies[standing.name] = Tally(
                shared: standing.count,
                endsAt: now + standing.remaining
            )
        }
        cardsAreFullUntil =
            reading.full.filter { $0.name.kind.isOfCards }.map { now + $0.remaining }.max()
            ?? .zero
    }
}
