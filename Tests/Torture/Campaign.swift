import TestKit

/// The course of it: customers pay while everything is done to the services; then it is calm, what
/// is open has to end, and every customer asks once more.
struct Campaign: Sendable {
    private let site: Site
    private let options: Options
    private let log: StripeLog
    private let saboteur: Saboteur
    private let soak: Soak

    /// After the last fault everything has to be resolved within this.
    private static let settlingTime: Duration = .seconds(60)
    /// How many ask at a time in the end.
    private static let askers = 32
    private static let progressInterval: Duration = .seconds(10)

    init(_ site: Site, _ options: Options) {
        self.site = site
        self.options = options
        log = StripeLog(site.stripe)
        saboteur = Saboteur(site, seed: options.seed)
        soak = Soak(site)
    }

    func run() async throws -> CampaignRecord {
        let faults = try StripeFaults.all()
        for fault in faults { try await site.stripe.add(fault) }
        async let following: Void = log.follow()
        let begun = ContinuousClock.now
        async let buying = serveCustomers()
        if options.isSoak {
            try await soak.measure { [saboteur] in saboteur.isStopped }
        } else {
            try await saboteur.work()
        }
        let injected = try await injected(faults)
        try await site.stripe.clearFaults()
        let calm = ContinuousClock.now
        complain("no more faults after \(begun.duration(to: calm))")
        let purchases = try await buying
        let unresolved = try await settle(until: calm + Campaign.settlingTime)
        let settling = calm.duration(to: .now)
        complain("resolved after \(settling); every customer asks once more")
        let finals = try await askAgain(purchases)
        try await site.fleet.mourn()
        log.stop()
        try await following
        return CampaignRecord(
            seed: options.seed,
            purchases: purchases,
            finals: finals,
            injected: injected,
            unresolved: unresolved,
            duration: begun.duration(to: calm),
            settling: settling,
            soak: options.isSoak ? soak.lines : [],
            log: log.seen
        )
    }

    // MARK: Under fire

    /// The fire ends when the last customer has come; those who are still there finish in the calm.
    private func serveCustomers() async throws -> [PurchaseRecord] {
        let end = options.minutes.map { ContinuousClock.now + .seconds(60 * $0) }
        var next = 0
        var records: [PurchaseRecord] = []
        var progress = ContinuousClock.now
        defer { saboteur.stop() }
        try await withThrowingTaskGroup(of: PurchaseRecord.self) { group in
            func admit() {
                let isOver = end.map { ContinuousClock.now > $0 } ?? false
                guard next < options.payments, !isOver, !Task.isCancelled else {
                    return saboteur.stop()
                }
                let purchase = Purchase(next, seed: options.seed)
                next += 1
                group.addTask { [site, options] in
                    var customer = Customer(purchase, site, seed: options.seed)
                    return try await customer.buy()
                }
            }
            for _ in 0..<options.customers { admit() }
            for try await record in group {
                records.append(record)
                admit()
                if progress.duration(to: .now) > Campaign.progressInterval {
                    progress = .now
                    complain("\(records.count) purchases")
                }
            }
        }
        return records
    }

    private func injected(_ faults: [SimulatorFault]) async throws -> [String: Int] {
        let applied = try await site.stripe.appliedFaults()
        var counts = saboteur.counts
        for (fault, count) in zip(faults, applied) {
            counts["Stripe: \(StripeFaults.kind(of: fault))", default: 0] += count
        }
        return counts
    }

    // MARK: In the calm

    /// What is still open at the end of the time.
    private func settle(until end: ContinuousClock.Instant) async throws -> [String] {
        while true {
            let open = try await Ledger.open(site.database)
            if open.isEmpty || ContinuousClock.now > end { return open }
            await rest(.milliseconds(200))
        }
    }

    /// Nothing goes wrong any more, and every repeat gets the truth.
    private func askAgain(_ purchases: [PurchaseRecord]) async throws -> [Int: Answer] {
        try await withThrowingTaskGroup(of: [(Int, Answer)].self) { group in
            for first in 0..<min(Campaign.askers, purchases.count) {
                group.addTask { [site] in
                    let port = site.fleet.ports[first % site.fleet.ports.count]
                    var told: [(Int, Answer)] = []
                    for place in stride(from: first, to: purchases.count, by: Campaign.askers) {
                        let answer = try await Campaign.ask(purchases[place].last, at: port)
                        told.append((purchases[place].purchase.number, answer))
                    }
                    return told
                }
            }
            var all: [Int: Answer] = [:]
            for try await some in group { all.merge(some) { _, last in last } }
            return all
        }
    }

    /// A service that is just starting again, or a Stripe that was counted as down, may say "not
    /// now" for a moment.
    private static func ask(_ call: PayCall, at port: UInt16) async throws -> Answer {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let answer = try Answer(await call.http.send(to: port))
            if answer.isKnown || ContinuousClock.now > end { return answer }
            await rest(.milliseconds(200))
        }
    }
}
