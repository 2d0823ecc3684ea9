// What keeps an instance in its rights, and what takes care of the payments of one that is gone.
// There is no leader and no schedule outside: every instance does this all the time.

extension PaymentService {
    /// How often attempts are looked for that nobody works on. Together with a lease this is below
    /// the ten seconds within which a lost answer is to be looked after.
    private static let recoveryInterval: Duration = .seconds(2)
    /// Attempts taken over at a time; the next pass takes the next ones.
    private static let mostTaken = 50

    /// Gets the first lease.
    ///
    /// - Throws: where the database does not give one.
    public func start() async throws(StoreFailure) {
        try await renew()
        inBackground { await $0.keepLease() }
        inBackground { await $0.recover() }
        await startLimits()
        inBackground { await $0.keepAttending() }
    }

    /// Whether new payments may be started: the lease is live and nothing stops.
    public var isReady: Bool { !isStopping && lease.isLive(at: time.now) }

    /// Attempts that are being worked on.
    public var workInProgress: Int { drives.count }

    /// Starts nothing new, waits for what is under way as long as `patience`, and gives the rest to
    /// whoever comes next.
    public func stop(within patience: Duration) async {
        isStopping = true
        let deadline = time.now + patience
        // A claim that is with the database becomes work.
        while !claims.isEmpty || drives.values.contains(where: { !$0.isStuck }), time.now < deadline
        {
            await sleep(.milliseconds(20))
        }
        // First we may not send any more, and only then others may.
        lease.end()
        // In an order that does not differ from run to run, so that a simulation can be repeated.
        for id in drives.keys.sorted(by: { $0.description < $1.description }) {
            guard let drive = drives[id] else { continue }
            drive.dismissWaiters()
            answerErrand(of: drive)
        }
        await exchange()
        do throws(StoreFailure) {
            try await repository.endLease(of: lease.instance)
        } catch {
            // It lapses by itself; the heirs wait a little longer.
        }
    }

    // MARK: The lease

    private func keepLease() async {
        while !isStopping {
            await sleep(settings.renewalInterval)
            if isStopping { return }
            do throws(StoreFailure) {
                try await renew()
            } catch {
                // The database is away: the lease runs out, and with it the right to send.
            }
        }
    }

    private func renew() async throws(StoreFailure) {
        // An instance that has been silent for too long does not come back under its old name:
        // somebody else may have taken its payments over.
        if lease.hasBegun, !lease.isLive(at: time.now) { lease = Lease(of: newInstance()) }
        let asked = time.now
        let current = lease
        let isGranted = try await repository.renewLease(
            of: current.instance,
            for: settings.leaseDuration
        )
        // Whatever came in between has the last word: a name given up, a stop.
        guard lease === current, !isStopping else { return }
        // A granted one that was answered too late is of no use either: what had begun under it
        // has ended.
        if isGranted, current.extend(until: asked + settings.sendingWindow, at: time.now) {
            await processor.setShare(of: try await repository.liveInstances())
        } else {
            lease = Lease(of: newInstance())
        }
    }

    /// For an instance that does not know any more what it owns, because the answer to a claim or a
    /// takeover was lost: under its old name nobody works on that, and everybody takes it for
    /// alive. Once the name has lapsed it is found like that of any other instance that is gone.
    func giveUpName() {
        guard !isStopping else { return }
        lease = Lease(of: newInstance())
        inBackground { service in
            do throws(StoreFailure) {
                try await service.renew()
            } catch {
                // The next renewal is never far.
            }
        }
    }

    // MARK: The recovery

    private func recover() async {
        while !isStopping {
            await recoverDue()
            await sleep(PaymentService.recoveryInterval * (1536 + jitter()) / 2048)
        }
    }

    /// One pass; how many attempts it took over.
    @discardableResult
    public func recoverDue() async -> Int {
        guard isReady else { return 0 }
        do throws(StoreFailure) {
            let due = try await repository.takeDue(
                atMost: PaymentService.mostTaken,
                by: lease.instance,
                stripeSeconds: await processor.stripeSeconds()
            )
            for payment in due { _ = recover(payment) }
            return due.count
        } catch {
            if error == .outcomeUnknown { giveUpName() }
            return 0
        }
    }

    /// Begins the work on an attempt that was taken over.
    func recover(_ payment: Payment) -> Drive? {
        guard isOurs(payment) else { return nil }
        if let drive = drives[payment.id] {
            // Still at it under the name that lapsed: what it learns it cannot write any more.
            drive.heir = payment
            return drive
        }
        let step: DriveStep = DrivingRules.recoveryReaps(payment.state) ? .reap : .takenOver
        return begin(payment, from: step, .away)
    }

    /// A challenge that nobody finished, or an intent that the app has and that may be paid by now.
    /// Without the customer nothing is confirmed; what is still open at Stripe when its time is
    /// over is ended there, and only Stripe's word makes it expired.
    @inline(never)  // See `received`.
    func reap(_ drive: Drive) async -> DriveStep {
        drive.isReaping = true
        guard let id = drive.payment.intent else { return await putOff(drive) }
        let reply = await read(id, drive)
        guard case .value(let intent, let stripeSeconds) = reply else {
            if case .notFound = reply {
                await note("intent_missing", "Stripe does not know \(id)", drive)
            }
            return await putOff(drive)
        }
        let event = reading.event(
            of: intent,
            for: drive.payment,
            stripeSeconds: stripeSeconds,
            sendIsOpen: false
        )
        let reaping = DrivingRules.reaping(
            event,
            isGraceGiven: drive.payment.times.isGraceGiven,
            age: age(of: drive, intent, stripeSeconds)
        )
        switch reaping {
        case .giveGrace: return await giveGrace(drive)
        case .apply(.endWanted(let why)): return await apply(.endWanted(why), drive)
        case .apply(let event):
            return await apply(event, drive, intent: intent, stripeSeconds: stripeSeconds)
        }
    }

    /// The larger of what the database's clock says and Stripe's.
    private func age(
        of drive: Drive,
        _ intent: IntentSnapshot,
        _ stripeSeconds: Int64?
    ) -> Duration {
        let byDatabase = drive.payment.times.sinceClaim + (time.now - drive.readAt)
        guard let now = stripeSeconds, let created = intent.created else { return byDatabase }
        return max(byDatabase, .seconds(now - created))
    }

    /// It could not be read: given back, so that the customer's second call may come to any
    /// instance, and looked at again later.
    private func putOff(_ drive: Drive) async -> DriveStep {
        var change = PaymentChange(of: drive.payment, by: drive.lease.instance, event: "put_off")
        change.release = .lookAfter(PaymentSettings.reapPause)
        _ = await record(change, drive)
        return .over
    }

    private func giveGrace(_ drive: Drive) async -> DriveStep {
        var change = PaymentChange(
            of: drive.payment,
            by: drive.lease.instance,
            event: "grace_given"
        )
        change.givesGrace = true
        change.release = .lookAfter(PaymentSettings.grace)
        _ = await record(change, drive)
        return .over
    }
}
