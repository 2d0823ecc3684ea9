import Money
import Payments

// The commits of the database in memory, each as `PaymentStore` writes it.

extension MemoryDatabase {
    /// What killed three instances in a row is left to a person.
    static let mostTakeovers = 3
    private static let challengeSeconds: Int64 = 75 * 60
    /// One call to Stripe and a lease.
    private static let guardsKept: Duration = .seconds(60)

    func claim(_ claim: Claim) throws(StoreFailure) -> ClaimResult {
        let isFree = claim.guards.allSatisfy { wanted in
            if mutation == .guardsIgnored { return true }
            guard let held = guards[wanted.wanted] else { return true }
            guard held.payment == wanted.previous, let row = rows[held.payment] else {
                return false
            }
            return row.hasLeft(wanted.wanted.kind, at: now)
        }
        guard isFree, isLive(claim.instance), rows[claim.payment] == nil else {
            let holders = holders(of: claim.guards.map(\.wanted))
            if holders.isEmpty { throw .unavailable }
            nearMisses.claimsHeld += 1
            return .held(holders)
        }
        for wanted in claim.guards {
            let held = guards[wanted.wanted]
            guards[wanted.wanted] = HeldGuard(
                payment: claim.payment,
                fingerprint: held?.fingerprint ?? claim.fingerprint,
                attempts: max(held?.attempts ?? 0, wanted.attempts)
            )
        }
        let row = MemoryRow(claim, amount: payment(of: claim), at: now)
        if mutation != .claimsForgotten { store(row) }
        return .claimed(seen(row))
    }

    private func payment(of claim: Claim) -> Payment {
        Payment(
            id: claim.payment,
            state: .creating,
            fence: 1,
            owner: .instance(claim.instance, isLive: true),
            purchase: claim.purchase,
            fingerprint: claim.fingerprint,
            amount: Amount(
                minorUnits: claim.amountMinorUnits,
                currency: claim.purchase.currency
            ),
            method: claim.method,
            presentation: claim.presentation,
            card: claim.card,
            origin: claim.origin,
            operation: Operation(
                name: .create,
                number: 1,
                request: claim.operation,
                age: .zero,
                stripeTimeSeconds: claim.stripeSeconds
            ),
            times: Times(
                sinceClaim: .zero,
                sinceAsked: .zero,
                sinceChange: .zero,
                claimStripeSeconds: claim.stripeSeconds,
                actionStripeSeconds: nil
            )
        )
    }

    func record(_ change: PaymentChange) -> Payment? {
        guard var row = rows[change.payment.id], isExpected(change, row) else {
            nearMisses.fenceLosses += 1
            return nil
        }
        let isKept = change.release == .keep
        if row.owner == nil, isKept { row.payment.fence += 1 }
        row.owner = isKept ? change.instance : nil
        row.lookAt = lookAt(change.release)
        if change.state != row.payment.state || change.receipt != nil { row.takeovers = 0 }
        noteChallenge(change, &row)
        if change.state != row.payment.state { row.changedAt = now }
        if let step = change.nextStep { begin(step, by: change.instance, &row) }
        let endsOnUnstoredAnswer = change.state.isTerminal && change.closing?.isUnstored == true
        if endsOnUnstoredAnswer, row.operationBy != change.instance {
            row.guardsHeldUntil = now + MemoryDatabase.guardsKept
        }
        // The lookup learns the name where this change says that it is new, as the real one does.
        if let intent = change.intent, intent != change.payment.intent {
            intents[intent] = intents[intent] ?? row.payment.id
        }
        noteWork(from: row.payment.state, to: change.state, &row)
        if change.intent != nil, row.payment.intent == nil, change.receipt == nil {
            nearMisses.adoptions += 1
        }
        row.payment.state = change.state
        row.payment.closing = change.closing
        row.payment.intent = change.intent
        row.payment.clientSecret = change.clientSecret
        row.payment.cvcVerdict = row.payment.cvcVerdict ?? change.cvcVerdict
        row.payment.charged = change.charged
        row.events.append(change.event)
        note(change.outcome, of: row.payment)
        store(row)
        return seen(row)
    }

    /// How long it took from where work began to where it rests.
    private func noteWork(
        from old: PaymentState,
        to new: PaymentState,
        _ row: inout MemoryRow
    ) {
        switch (old.needsWork, new.needsWork) {
        case (false, true): row.workSince = now
        case (true, false): resolutions.append(now - row.workSince)
        case (true, true), (false, false): break
        }
    }

    private func isExpected(_ change: PaymentChange, _ row: MemoryRow) -> Bool {
        if mutation == .fenceIgnored { return true }
        return row.payment.state == change.payment.state
            && row.payment.fence == change.payment.fence
            && (row.owner == nil || row.owner == change.instance)
    }

    private func lookAt(_ release: PaymentChange.Release) -> Duration? {
        switch release {
        case .keep, .forGood: nil
        case .lookAfter(let delay): now + delay
        }
    }

    /// A challenge that is asked for anew begins anew.
    private func noteChallenge(_ change: PaymentChange, _ row: inout MemoryRow) {
        if row.payment.times.actionStripeSeconds != change.actionStripeSeconds {
            row.isOverdue = false
            row.payment.times.isGraceGiven = false
        }
        if change.givesGrace { row.payment.times.isGraceGiven = true }
        row.payment.times.actionStripeSeconds = change.actionStripeSeconds
    }

    private func begin(_ step: NextStep, by instance: InstanceID, _ row: inout MemoryRow) {
        let number = (row.numbers[step.name] ?? 0) + 1
        row.numbers[step.name] = number
        row.payment.operation = Operation(
            name: step.name,
            number: number,
            request: step.request,
            age: .zero,
            stripeTimeSeconds: step.stripeSeconds
        )
        row.operationAt = now
        row.operationBy = instance
        row.steps.append(row.payment.operation)
        if step.isAskedByCustomer { row.askedAt = now }
    }

    // MARK: Taking over

    func takeOver(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool
    ) -> Payment? {
        guard let row = rows[payment.id], row.payment.fence == payment.fence,
            !isLive(row.owner)
        else { return nil }
        if let owner = row.owner { instances[owner]?.hasEnded = true }
        return take(row, by: instance, customerIsHere: customerIsHere)
    }

    func seize(_ payment: Payment, by instance: InstanceID) -> Payment? {
        guard let row = rows[payment.id], row.payment.fence == payment.fence,
            row.payment.state == payment.state
        else { return nil }
        return take(row, by: instance, customerIsHere: false, counts: false)
    }

    func closeFindings(_ kinds: [String], about subjects: [String]) {
        findings.removeAll {
            subjects.contains($0.payment.description) && kinds.contains($0.kind)
        }
    }

    func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?
    ) -> [Payment] {
        for (id, lease) in instances where lease.leaseUntil <= now {
            instances[id]?.hasEnded = true
        }
        for row in openRows where row.owner != nil && !isLive(row.owner) {
            if row.takeovers >= MemoryDatabase.mostTakeovers {
                note(OpsFinding(payment: row.payment.id, kind: "no_progress", detail: ""))
            }
        }
        return openRows.filter { isDue($0, stripeSeconds) }
            .sorted { ($0.lookAt ?? .zero) < ($1.lookAt ?? .zero) }
            .prefix(count)
            .map { take($0, by: instance, customerIsHere: false) }
    }

    func attempts(of instance: InstanceID, unchangedFor age: Duration) -> [PaymentID] {
        openRows.filter {
            $0.owner == instance && $0.payment.state.needsWork && $0.changedAt <= now - age
        }
        .map(\.payment.id)
    }

    private func isDue(_ row: MemoryRow, _ stripeSeconds: Int64?) -> Bool {
        guard row.isOpen else { return false }
        guard row.owner != nil else {
            if let lookAt = row.lookAt, lookAt <= now { return true }
            guard row.payment.state == .requiresAction, !row.isOverdue, let stripeSeconds,
                let action = row.payment.times.actionStripeSeconds
            else { return false }
            return action <= stripeSeconds - MemoryDatabase.challengeSeconds
        }
        guard !isLive(row.owner), row.takeovers < MemoryDatabase.mostTakeovers else { return false }
        let patience = Duration.seconds(MemoryDatabase.challengeSeconds)
        return !row.payment.state.waitsForPayer || (row.lookAt ?? row.changedAt + patience) <= now
    }

    private func take(
        _ row: MemoryRow,
        by instance: InstanceID,
        customerIsHere: Bool,
        counts: Bool = true
    ) -> Payment {
        var row = row
        let isReaped = row.payment.state.waitsForPayer && !customerIsHere
        if row.owner != nil, counts { row.takeovers += 1 }
        row.owner = instance
        row.payment.fence += 1
        row.lookAt = isReaped ? now : nil
        row.isOverdue = row.isOverdue || isReaped
        if customerIsHere { row.askedAt = now }
        row.events.append("taken_over")
        nearMisses.takeovers += 1
        store(row)
        return seen(row)
    }

    // MARK: Small writes

    func join(_ guarding: Guard, _ fingerprint: Fingerprint, to payment: PaymentID) {
        guard guards[guarding] == nil, rows[payment] != nil else { return }
        guards[guarding] = HeldGuard(payment: payment, fingerprint: fingerprint, attempts: 0)
    }

    func lookNow(at intents: [PaymentIntentID]) {
        for id in intents.compactMap({ self.intents[$0] }) {
            guard let row = rows[id], row.payment.state == .open, row.owner == nil,
                let lookAt = row.lookAt, lookAt > now
            else { continue }
            rows[id]?.lookAt = now
        }
    }

    func renewAsked(_ payment: PaymentID) { rows[payment]?.askedAt = now }

    func replacements(of order: OrderID) -> Int {
        rows.values.count { row in
            row.payment.purchase.order == order && row.payment.state == .canceled
                && row.payment.closing?.code == Closing.replaced.code
                && row.changedAt > now - .seconds(3600)
        }
    }

    func renewLease(of instance: InstanceID, for duration: Duration) -> Bool {
        if instances[instance] != nil, !isLive(instance) { return false }
        instances[instance] = LivingInstance(leaseUntil: now + duration)
        return true
    }

    func endLease(of instance: InstanceID) { instances[instance]?.hasEnded = true }

    func note(_ finding: OpsFinding) {
        let isKnown = findings.contains {
            $0.payment == finding.payment && $0.kind == finding.kind
        }
        if !isKnown { findings.append(finding) }
    }
}
