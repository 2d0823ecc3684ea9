public import Payments

/// Compares what is new with Stripe, all the time: in every instance, one of which has the turn at
/// a time. It is the audit's comparison over the time that has passed since the last one, and over
/// what changed in it of older payments; so its cost grows with what happens, and not with history.
/// What is safe to put right it puts right, and what is not waits for a person with the action
/// prepared.
public actor Reconciler {
    private let turns: any ReconcilerTurns
    private let seals: any SealBook
    private let ledger: any AuditLedger
    private let stripe: any StripeLists
    private let auditor: Auditor
    private let repairing: any Repairing
    private let time: any Timekeeper
    /// Hears of each difference that was put right.
    private let repaired: @Sendable (Repair) -> Void
    private var isStopping = false

    /// Between two turns; with the age of what is compared, every change is compared within two
    /// minutes, where nothing is away.
    private static let interval: Duration = .seconds(30)
    /// What is younger is compared with the next turn: Stripe lists what it made within seconds,
    /// and most of what was begun has ended by then.
    private static let age: Duration = .seconds(30)
    /// How much is compared at once where the turns are behind: little, since what was seen of it
    /// is remembered until it is done.
    private static let longestSlice: Int64 = 300 * 1_000_000
    /// How often it is looked whether a turn is due.
    private static let tick: Duration = .seconds(5)
    /// Who has the turn has it alone for as long as a slice of a busy time takes: 5 minutes of 100
    /// payments a second are 900 pages, at a fifth of the lowest live rate (20 a second) 45 s.
    private static let hold: Duration = .seconds(300)
    private static let callTimeout: Duration = .seconds(60)

    public init(
        book: any AuditBook,
        turns: any ReconcilerTurns,
        seals: any SealBook,
        ledger: any AuditLedger,
        stripe: any StripeLists,
        repairing: any Repairing,
        isLive: Bool,
        time: any Timekeeper,
        hash: @escaping Hash,
        repaired: @escaping @Sendable (Repair) -> Void
    ) {
        self.turns = turns
        self.seals = seals
        self.ledger = ledger
        self.stripe = stripe
        auditor = Auditor(
            book: book,
            ledger: ledger,
            stripe: stripe,
            isLive: isLive,
            now: { time.now },
            hash: hash
        )
        self.repairing = repairing
        self.time = time
        self.repaired = repaired
    }

    public func start() {
        Task(executorPreference: time.executor) { await self.keepReconciling() }
    }

    public func stop() {
        isStopping = true
    }

    private func keepReconciling() async {
        while !isStopping {
            await reconcile()
            await pause(Reconciler.tick)
        }
    }

    private func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    /// One turn, where it is due: all that is old enough, slice by slice. A slice that could not be
    /// read to its end is compared again with the next turn.
    public func reconcile() async {
        do throws(StoreFailure) {
            guard let turn = try await turns.takeTurn(hold: Reconciler.hold) else { return }
            let end = try await seals.horizon(age: Reconciler.age)
            var begin = turn.comparedUntil
            if begin < end, let offset = await offset(turn) {
                while !isStopping, begin < end {
                    let until = min(begin + Reconciler.longestSlice, end)
                    let window = AuditWindow(from: begin, until: until)
                    guard try await compare(window, offset),
                        try await turns.advance(turn, to: until, hold: Reconciler.hold)
                    else { break }
                    begin = until
                }
            }
            try await turns.end(turn, pause: Reconciler.interval)
        } catch {
            // The database is away: due again when the hold is over.
        }
    }

    /// How far Stripe's clock is ahead of the database's; `nil` where Stripe does not answer.
    private func offset(_ turn: ReconcilerTurn) async -> Int64? {
        let deadline = time.now + Reconciler.callTimeout
        guard let seconds = await stripe.presentSeconds(deadline: deadline) else { return nil }
        return seconds - turn.nowMicroseconds / 1_000_000
    }

    /// - Returns: whether Stripe was read to the end of it.
    private func compare(
        _ window: AuditWindow,
        _ offset: Int64
    ) async throws(StoreFailure) -> Bool {
        guard let repairs = try await auditor.compare(window, offset: offset, changes: turns) else {
            return false
        }
        for repair in repairs {
            if isStopping { return false }
            try await carryOut(repair)
        }
        return true
    }

    /// What cannot be put right now stays a finding, or is seen again when it changes.
    private func carryOut(_ repair: Repair) async throws(StoreFailure) {
        switch repair {
        case .takeIn(let name):
            guard let payment = PaymentID(name), await repairing.takeIn(payment) else { return }
        case .cancel(let intent, let name):
            guard let payment = PaymentID(name), await repairing.cancel(intent, of: payment) else {
                return
            }
            for kind in Reconciler.ofOrphans {
                try await ledger.close(
                    KeptFinding.Key(subject: name, kind: kind.rawValue),
                    KeptFinding.Decision(
                        by: "reconciler",
                        reason: "\(intent) held no money and is canceled",
                        evidence: nil
                    )
                )
            }
        }
        repaired(repair)
    }

    private static let ofOrphans: [FindingKind] = [.severalIntents, .statusDiffers]
}
