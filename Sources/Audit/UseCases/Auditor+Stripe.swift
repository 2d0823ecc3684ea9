import Payments

// Stripe against our book, slice by slice of Stripe's time: what was made in a slice is listed, our
// rows are read after that, and then both are compared. A slice that is done is written down.

extension Auditor {
    private static let callTimeout: Duration = .seconds(60)
    /// Stripe's clock and ours, beside the difference that was measured.
    private static let slackSeconds: Int64 = 120
    private static let secondMicroseconds: Int64 = 1_000_000

    /// Stripe did not answer: what was compared stays so, and the next run goes on.
    private struct StripeIsAway: Error {}

    /// - Returns: whether all was compared.
    func compare(_ progress: AuditProgress) async throws(StoreFailure) -> Bool {
        guard let stripe else { return true }
        guard let seconds = await stripe.presentSeconds(deadline: deadline) else { return false }
        let offset = seconds - progress.nowMicroseconds / Auditor.secondMicroseconds
        var slice = Slice(from: progress.comparedUntil, in: progress.window)
        while let window = slice.window {
            guard let made = try await compare(window, offset: offset, stripe) else { return false }
            try await ledger.advance(progress.id, to: window.until)
            slice.done(made)
        }
        return true
    }

    /// What was made in the window, and what changed in it of older payments.
    ///
    /// - Returns: what can be put right; `nil` where Stripe is away.
    func compare(
        _ window: AuditWindow,
        offset: Int64,
        changes: any ReconcilerTurns
    ) async throws(StoreFailure) -> [Repair]? {
        repairs = []
        defer { repairs = nil }
        guard let stripe, try await compare(window, offset: offset, stripe) != nil else {
            return nil
        }
        do {
            try await compareChanges(window, changes, stripe)
            return repairs ?? []
        } catch let error as StoreFailure {
            throw error
        } catch {
            return nil
        }
    }

    private var deadline: Duration { now() + Auditor.callTimeout }

    /// - Returns: how many intents were made in it; `nil` where Stripe is away.
    private func compare(
        _ window: AuditWindow,
        offset: Int64,
        _ stripe: any StripeLists
    ) async throws(StoreFailure) -> Int? {
        let begin = window.from / Auditor.secondMicroseconds + offset - Auditor.slackSeconds
        let end = window.until / Auditor.secondMicroseconds + offset + Auditor.slackSeconds
        let range = begin..<end
        do {
            let seen = try await compareIntents(range, stripe)
            try await compareRows(window, seen, stripe)
            try await compareCharges(range, stripe)
            try await compareRefunds(range, stripe)
            return seen.count
        } catch let error as StoreFailure {
            throw error
        } catch {
            return nil
        }
    }

    // MARK: Intents

    private func compareIntents(
        _ range: Range<Int64>,
        _ stripe: any StripeLists
    ) async throws -> Set<String> {
        var seen: Set<String> = []
        var last: PaymentIntentID?
        repeat {
            let reply = await stripe.intents(createdIn: range, after: last, deadline: deadline)
            guard case .value(let page, _) = reply else { throw StripeIsAway() }
            try await compare(page.intents, stripe)
            for intent in page.intents { seen.insert(intent.id.description) }
            counts.intents += page.intents.count
            last = page.hasMore ? page.last : nil
        } while last != nil
        return seen
    }

    private func compare(_ intents: [IntentSnapshot], _ stripe: any StripeLists) async throws {
        let entries = try await entries(intents)
        var findings: [AuditFinding] = []
        for intent in intents {
            let found = differences(intent, entries)
            noteRepair(intent, entries)
            guard rules.wantsSecondLook(found) else {
                findings += found
                continue
            }
            findings += try await lookAgain(intent, stripe)
        }
        try await keep(findings)
    }

    /// Our row first was older than Stripe's list; now it is newer than what is read.
    private func lookAgain(
        _ intent: IntentSnapshot,
        _ stripe: any StripeLists
    ) async throws -> [AuditFinding] {
        switch await stripe.intent(intent.id, deadline: deadline) {
        case .value(let fresh, _): return differences(fresh, try await entries([fresh]))
        case .notFound: return []
        case .unavailable: throw StripeIsAway()
        }
    }

    private func noteRepair(_ intent: IntentSnapshot, _ entries: BookEntries) {
        let repair = rules.repair(
            intent,
            own: entries.byIntent[intent.id.description],
            named: intent.paymentID.flatMap { entries.byPayment[$0] }
        )
        if let repair { repairs?.append(repair) }
    }

    private func entries(_ intents: [IntentSnapshot]) async throws(StoreFailure) -> BookEntries {
        try await book.entries(
            ofIntents: intents.map(\.id.description),
            payments: intents.compactMap(\.paymentID)
        )
    }

    private func differences(_ intent: IntentSnapshot, _ entries: BookEntries) -> [AuditFinding] {
        rules.findings(
            intent,
            own: entries.byIntent[intent.id.description],
            named: intent.paymentID.flatMap { entries.byPayment[$0] }
        )
    }

    // MARK: Rows

    /// Our rows whose intent was not in the list: it may have been made outside the slice, so each
    /// of these few is asked for by its name.
    private func compareRows(
        _ window: AuditWindow,
        _ seen: Set<String>,
        _ stripe: any StripeLists
    ) async throws {
        var last: AuditCursor?
        repeat {
            let page = try await book.entries(
                claimedIn: window,
                after: last,
                atMost: Auditor.pageSize
            )
            var findings: [AuditFinding] = []
            for entry in page {
                guard let name = entry.intent, !seen.contains(name) else { continue }
                guard let intent = PaymentIntentID(name) else {
                    findings.append(rules.missing(entry))
                    continue
                }
                switch await stripe.intent(intent, deadline: deadline) {
                case .value: continue
                case .notFound: findings.append(rules.missing(entry))
                case .unavailable: throw StripeIsAway()
                }
            }
            try await keep(findings)
            last =
                page.count == Auditor.pageSize
                ? page.last.map {
                    AuditCursor(microseconds: $0.claimedMicroseconds, payment: $0.id)
                } : nil
        } while last != nil
    }

    /// Each is asked for by its name: older payments that change are few.
    private func compareChanges(
        _ window: AuditWindow,
        _ changes: any ReconcilerTurns,
        _ stripe: any StripeLists
    ) async throws {
        var last: String?
        repeat {
            let page = try await changes.entries(
                changedIn: window,
                after: last,
                atMost: Auditor.pageSize
            )
            for entry in page {
                guard let intent = entry.intent.flatMap(PaymentIntentID.init) else { continue }
                switch await stripe.intent(intent, deadline: deadline) {
                case .value(let found, _): try await compare([found], stripe)
                case .notFound: try await keep([rules.missing(entry)])
                case .unavailable: throw StripeIsAway()
                }
            }
            last = page.count == Auditor.pageSize ? page.last?.id : nil
        } while last != nil
    }

    // MARK: Charges and refunds

    private func compareCharges(_ range: Range<Int64>, _ stripe: any StripeLists) async throws {
        var paid: [(one: DuplicateSearch.Paid, claimedMicroseconds: Int64)] = []
        var last: String?
        repeat {
            let reply = await stripe.charges(createdIn: range, after: last, deadline: deadline)
            guard case .value(let page, _) = reply else { throw StripeIsAway() }
            let entries = try await book.entries(
                ofIntents: page.charges.compactMap(\.intent),
                payments: []
            )
            var findings: [AuditFinding] = []
            for charge in page.charges {
                let own = charge.intent.flatMap { entries.byIntent[$0] }
                if let own, let one = rules.paid(charge, of: own) {
                    paid.append((one, own.claimedMicroseconds))
                }
                // An intent without a row was told by the list of intents.
                if own != nil || charge.intent == nil {
                    findings += rules.findings(charge, of: own)
                }
            }
            counts.charges += page.charges.count
            try await keep(findings)
            last = page.hasMore ? page.charges.last?.id : nil
        } while last != nil
        // Stripe counts in whole seconds; which of two was the second one, our own claims tell.
        paid.sort {
            ($0.one.atMicroseconds, $0.claimedMicroseconds)
                < ($1.one.atMicroseconds, $1.claimedMicroseconds)
        }
        let findings = paid.compactMap { duplicates.met($0.one) }
        try await keep(findings)
    }

    private func compareRefunds(_ range: Range<Int64>, _ stripe: any StripeLists) async throws {
        var last: StripeRefundID?
        repeat {
            let reply = await stripe.refunds(createdIn: range, after: last, deadline: deadline)
            guard case .value(let page, _) = reply else { throw StripeIsAway() }
            let entries = try await book.entries(
                ofIntents: page.refunds.compactMap(\.intent),
                payments: page.refunds.compactMap(\.refund.paymentID)
            )
            let known = Set(entries.byIntent.values.map(\.id)).union(entries.byPayment.keys)
            let recorded = try await book.refunds(of: known.sorted())
            let findings = page.refunds.compactMap { listed in
                // That of a second charge is recorded with the payment that it names.
                let own =
                    listed.intent.flatMap { entries.byIntent[$0] }
                    ?? listed.refund.paymentID.flatMap { entries.byPayment[$0] }
                return rules.finding(
                    listed,
                    of: own,
                    recorded: recorded.filter { $0.payment == own?.id }
                )
            }
            counts.refunds += page.refunds.count
            try await keep(findings)
            last = page.hasMore ? page.refunds.last?.refund.id : nil
        } while last != nil
    }
}
