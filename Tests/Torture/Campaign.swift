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
    /// Refunds and what the shop is told within this.
    private static let finishingTime: Duration = .seconds(120)
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
        for (_, fault) in faults { try await site.stripe.add(fault) }
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
        site.shop.calmDown()
        let calm = ContinuousClock.now
        complain("no more faults after \(begun.duration(to: calm))")
        let purchases = try await buying
        let unresolved = try await settle(until: calm + Campaign.settlingTime) {
            try await Ledger.open(site.database)
        }
        let settling = calm.duration(to: .now)
        complain("resolved after \(settling)")
        let late = try await finish(calm)
        complain("every customer asks once more")
        let finals = try await askAgain(purchases)
        let wallets = try await lookAgain(purchases)
        let refunds = try await refundAgain(purchases.flatMap(\.refunds))
        try await site.fleet.mourn()
        log.stop()
        try await following
        return CampaignRecord(
            seed: options.seed,
            purchases: purchases,
            finals: finals,
            wallets: wallets,
            refunds: refunds,
            audits: try await audit(),
            injected: injected,
            unresolved: unresolved + late,
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
        try await withThrowingTaskGroup(of: [PurchaseRecord].self) { group in
            func admit() {
                let isOver = end.map { ContinuousClock.now > $0 } ?? false
                guard next < options.payments, !isOver, !Task.isCancelled else {
                    return saboteur.stop()
                }
                let purchase = Purchase(next, seed: options.seed)
                next += 1
                group.addTask { [site, options] in
                    var customer = Customer(purchase, site, seed: options.seed)
                    return try await customer.shop()
                }
            }
            for _ in 0..<options.customers { admit() }
            for try await more in group {
                records += more
                admit()
                if progress.duration(to: .now) > Campaign.progressInterval {
                    progress = .now
                    complain("\(records.count) purchases")
                }
            }
        }
        return records
    }

    private func injected(
        _ faults: [(name: String, fault: SimulatorFault)]
    ) async throws -> [String: Int] {
        let applied = try await site.stripe.appliedFaults()
        var counts = saboteur.counts.merging(site.shop.moods) { $0 + $1 }
        for (fault, count) in zip(faults, applied) {
            counts["Stripe: \(fault.name)", default: 0] += count
        }
        return counts
    }

    // MARK: In the calm

    /// What is still open at the end of the time.
    private func settle(
        until end: ContinuousClock.Instant,
        _ open: () async throws -> [String]
    ) async throws -> [String] {
        while true {
            let open = try await open()
            if open.isEmpty || ContinuousClock.now > end { return open }
            await rest(.milliseconds(200))
        }
    }

    /// Refunds whose service died are somebody else's when the time is over that they were taken
    /// for; the shop, which was away often enough to be left alone for minutes, is told now; and
    /// sheets of which no app says that they are paid, and whose looks come ever later, are looked
    /// at now.
    private func finish(_ calm: ContinuousClock.Instant) async throws -> [String] {
        try await Ledger.hurryFulfillments(site.database)
        try await Ledger.hurrySheets(site.database)
        let paid = Set(try await site.stripe.book().map(\.intent))
        return try await settle(until: calm + Campaign.finishingTime) {
            try await Ledger.openRefunds(site.database)
                + Ledger.openFulfillments(site.database)
                + Ledger.openSheets(site.database).filter(paid.contains).map { "unseen \($0)" }
        }
    }

    /// Nothing goes wrong any more, and every repeat gets the truth.
    private func askAgain(_ purchases: [PurchaseRecord]) async throws -> [Int: Answer] {
        let told = try await all(purchases) { record, port in
            (record.purchase.number, try await Campaign.askToPay(record.last, at: port))
        }
        return Dictionary(told) { _, last in last }
    }

    /// What is compared here is compared by the program itself too: its own book with itself, and
    /// with Stripe's.
    private func audit() async throws -> [(words: [String], audit: ServiceAudit)] {
        complain("the audit")
        var audits: [(words: [String], audit: ServiceAudit)] = []
        for words in [["--local"], []] {
            let audit = try await ServiceAudit.run(
                ["audit"] + words,
                database: site.database.url,
                stripe: site.stripe.port
            )
            audits.append((words, audit))
        }
        return audits
    }

    /// Who has saved a card looks at what there is of it, by the number of the purchase.
    private func lookAgain(_ purchases: [PurchaseRecord]) async throws -> [Int: [String]] {
        let savers = purchases.filter { $0.purchase.kind == .saving }
        let shown = try await all(savers) { record, port in
            let cards = try await Campaign.ask(.cards(by: record.purchase.bearer), at: port)
            return (record.purchase.number, Customer.cards(in: cards) ?? ["none: \(cards.text)"])
        }
        return Dictionary(shown) { _, last in last }
    }

    /// The shop asks for each refund once more.
    private func refundAgain(
        _ refunds: [Refund]
    ) async throws -> [(refund: Refund, final: Refund.Answer)] {
        try await all(refunds) { [site] refund, port in
            let call = refund.call(by: site.merchant.authorization)
            return (refund, try await Refund.Answer(Campaign.ask(call, at: port)))
        }
    }

    /// Many at a time, at all the services.
    private func all<Thing: Sendable, Value: Sendable>(
        _ things: [Thing],
        _ ask: @escaping @Sendable (Thing, UInt16) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: [Value].self) { group in
            for first in 0..<min(Campaign.askers, things.count) {
                group.addTask { [site] in
                    let port = site.fleet.ports[first % site.fleet.ports.count]
                    var values: [Value] = []
                    for place in stride(from: first, to: things.count, by: Campaign.askers) {
                        values.append(try await ask(things[place], port))
                    }
                    return values
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Whatever may be answered; 503 says "not now".
    private static func ask(_ call: HttpCall, at port: UInt16) async throws -> HttpAnswer {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let answer = try await call.send(to: port)
            if answer.status != 503 || ContinuousClock.now > end { return answer }
            await rest(.milliseconds(200))
        }
    }

    /// A service that is just starting again, or a Stripe that was counted as down, may say "not
    /// now" for a moment.
    private static func askToPay(_ call: HttpCall, at port: UInt16) async throws -> Answer {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let answer = try Answer(await call.send(to: port))
            if answer.isKnown || ContinuousClock.now > end { return answer }
            await rest(.milliseconds(200))
        }
    }
}
