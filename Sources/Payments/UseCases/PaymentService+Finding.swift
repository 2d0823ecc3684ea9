// Finding an attempt whose intent is not known by name. Stripe's search is up to an hour late, so
// it proves nothing; its list is complete. https://docs.stripe.com/api/payment_intents/list

extension PaymentService {
    /// An intent made by this attempt cannot be older than this before Stripe's time of the claim.
    private static let slackSeconds: Int64 = 600
    /// Nor, where Stripe knew its key already, older than the key: Stripe forgets keys some time
    /// after 24 hours, and twice that is surely enough.
    private static let olderSlackSeconds: Int64 = 48 * 3600
    /// Two complete lists this far apart show absence, once nothing can be executed any more.
    static let absenceGap: Duration = .seconds(20)
    /// Time between two sweeps: they are for the rare case and may not eat the rate.
    private static let sweepPause: Duration = .seconds(2)
    /// Pages of 100; more would be 27 hours at 100 payments a second, past every other horizon.
    private static let mostPages = 100_000
    /// A moment after all others: its list is empty, and brings Stripe's time.
    private static let farFutureSeconds: Int64 = 4_102_444_800

    func findByList(_ drive: Drive) async -> DriveStep {
        // From before the list is read: what is executed afterwards is not in it, however long the
        // answer, or this process, then takes.
        let isOpen = isSendOpen(drive)
        let begin = time.now
        guard let since = await earliestSeconds(drive) else { return await listAgain(drive) }
        switch await search(drive.payment.id, since: since) {
        case .found(let intent, let stripeSeconds):
            return await found(intent, stripeSeconds, sendIsOpen: isOpen, drive)
        case .unavailable: return await listAgain(drive)
        case .absent: return await absent(from: begin, sendIsOpen: isOpen, drive)
        }
    }

    /// `begin` is when the list that does not have it was begun.
    private func absent(
        from begin: Duration,
        sendIsOpen: Bool,
        _ drive: Drive
    ) async -> DriveStep {
        let areApart = drive.firstEmptySweep.map { begin - $0 >= PaymentService.absenceGap }
        drive.firstEmptySweep = drive.firstEmptySweep ?? time.now
        let isAbsent = DrivingRules.isAbsent(
            listsAreApart: areApart ?? false,
            sendIsOpen: sendIsOpen
        )
        return isAbsent ? await apply(.absent, drive) : await listAgain(drive)
    }

    private func listAgain(_ drive: Drive) async -> DriveStep {
        await pause(drive)
        return drive.lease.isLive(at: time.now) ? .retrieve : .over
    }

    /// The earlier of what Stripe's clock said at the claim and of what the database's clock says
    /// about its age.
    func earliestSeconds(_ drive: Drive) async -> Int64? {
        guard let now = await stripeSecondsNow() else { return nil }
        let age = drive.payment.times.sinceClaim + (time.now - drive.readAt)
        let byDatabase = now - age.components.seconds
        let byStripe = drive.payment.times.claimStripeSeconds ?? byDatabase
        let isOlder = drive.payment.closing == .olderAttempt
        return min(byDatabase, byStripe)
            - (isOlder ? PaymentService.olderSlackSeconds : PaymentService.slackSeconds)
    }

    /// Stripe's time; where no answer has told it yet, Stripe is asked.
    func stripeSecondsNow() async -> Int64? {
        if let known = await processor.stripeSeconds() { return known }
        _ = await page(since: PaymentService.farFutureSeconds, after: nil)
        return await processor.stripeSeconds()
    }

    /// All intents that bear the payment's name; `nil` where not all could be read. For a person,
    /// who waits for it: it is not put off like the sweep of the recovery.
    func intents(naming drive: Drive) async -> [IntentSnapshot]? {
        guard let since = await earliestSeconds(drive) else { return nil }
        let name = drive.payment.id.description
        var found: [IntentSnapshot] = []
        var last: PaymentIntentID?
        for _ in 0..<PaymentService.mostPages {
            guard case .value(let page, _) = await page(since: since, after: last) else {
                return nil
            }
            found += page.intents.filter { $0.paymentID == name }
            guard page.hasMore else { return found }
            guard let next = page.last else { return nil }
            last = next
        }
        return nil
    }

    // MARK: The shared sweep

    private func search(_ payment: PaymentID, since: Int64) async -> SweepResult {
        await withCheckedContinuation { continuation in
            let search = SweepQueue.Search(
                payment: payment,
                sinceSeconds: since,
                continuation: continuation
            )
            if sweeps.add(search) { inBackground { await $0.sweep() } }
        }
    }

    private func sweep() async {
        while true {
            let searches = sweeps.take()
            guard let since = searches.map(\.sinceSeconds).min() else { return }
            let results = await list(since: since, for: Set(searches.map(\.payment)))
            for search in searches {
                search.continuation.resume(returning: results(search.payment))
            }
            await sleep(PaymentService.sweepPause)
        }
    }

    /// Reads all pages. What is found is found even where a later page fails.
    private func list(
        since: Int64,
        for wanted: Set<PaymentID>
    ) async -> (PaymentID) -> SweepResult {
        var found: [PaymentID: SweepResult] = [:]
        var last: PaymentIntentID?
        for _ in 0..<PaymentService.mostPages {
            guard case .value(let page, let seconds) = await page(since: since, after: last)
            else { return { found[$0] ?? .unavailable } }
            for intent in page.intents {
                guard let id = intent.paymentID.flatMap(PaymentID.init), wanted.contains(id)
                else { continue }
                found[id] = .found(intent, stripeSeconds: seconds)
            }
            guard page.hasMore else { return { found[$0] ?? .absent } }
            guard let next = page.last else { break }
            last = next
        }
        return { found[$0] ?? .unavailable }
    }

    private func page(
        since: Int64,
        after last: PaymentIntentID?
    ) async -> ReadReply<IntentPage> {
        await processor.intents(
            createdSince: since,
            after: last,
            deadline: time.now + settings.rules.stripeTimeout
        )
    }
}
