import TestKit

/// The comparison: the bank's book, the service's own ledger, and what the customers were told.
/// Each is held against the two others.
struct Verdict: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case chargedTwice = "charged twice"
        case lost = "lost"
        case orphan = "orphans"
        case wrongAnswer = "wrong answers"
        case unresolved = "unresolved"
        case refund = "wrong refunds"
        case shop = "wrong tellings of the shop"
        case card = "wrong cards"
        case audit = "untrue findings of the audit"
        case other = "other violations"
    }

    private(set) var violations: [Kind: [String]] = [:]
    let book: [SimulatorBookEntry]
    let ledger: Ledger

    var isClean: Bool { violations.isEmpty }

    static func on(_ record: CampaignRecord, _ site: Site) async throws -> Verdict {
        var verdict = Verdict(
            book: try await site.stripe.book(),
            ledger: try await Ledger.read(site.database)
        )
        verdict.compareBookWithLedger(record)
        for purchase in record.purchases { verdict.judge(purchase, record) }
        verdict.judgeRefunds(record.refunds)
        verdict.judgeTellings(of: site.shop)
        try await verdict.judgeHolds(site.stripe)
        for audit in record.audits { verdict.judge(audit, record) }
        for line in record.unresolved { verdict.add(.unresolved, line) }
        for entry in verdict.ledger.entries where !entry.isSettled {
            verdict.add(.unresolved, "in the end: \(entry)")
        }
        let stray = Set(record.log.keys.keys.filter { Verdict.isOfPayment($0) })
            .subtracting(verdict.ledger.keys)
        for key in stray { verdict.add(.orphan, "\(key) was sent and is not in the ledger") }
        for line in record.soak where !line.isFlat { verdict.add(.other, "it grows: \(line.text)") }
        for line in record.log.violations + site.fleet.log.violations + verdict.ledger.findings
            + record.purchases.flatMap(\.violations)
        {
            verdict.add(.other, line)
        }
        return verdict
    }

    private init(book: [SimulatorBookEntry], ledger: Ledger) {
        self.book = book
        self.ledger = ledger
        charges = Dictionary(grouping: book) { Purchase.number(ofAmount: $0.amount) }
        chargedPayments = Set(book.compactMap(\.payment))
        entries = Dictionary(ledger.entries.map { ($0.payment, $0) }) { first, _ in first }
    }

    /// What the bank has of each purchase: an amount belongs to one alone.
    let charges: [Int: [SimulatorBookEntry]]
    /// The ledger by its payments.
    let entries: [String: Ledger.Entry]
    private let chargedPayments: Set<String>

    /// Customers and cards have keys of their own.
    private static func isOfPayment(_ key: String) -> Bool {
        !["payonce-customer-", "payonce-detach-", "payonce-sheet-"].contains(where: key.hasPrefix)
    }

    mutating func add(_ kind: Kind, _ text: String) {
        violations[kind, default: []].append(text)
    }

    // MARK: Book and ledger

    private mutating func compareBookWithLedger(_ record: CampaignRecord) {
        let succeeded = Dictionary(
            uniqueKeysWithValues: ledger.entries.filter { $0.state == "succeeded" }
                .map { ($0.payment, $0) }
        )
        for (number, entries) in charges where entries.count > 1 {
            add(.chargedTwice, "purchase \(number): \(entries.map(\.intent))")
        }
        for (payment, entries) in Dictionary(grouping: book, by: \.payment)
        where entries.count > 1 {
            add(.chargedTwice, "\(payment ?? "nobody's"): \(entries.map(\.intent))")
        }
        let known = Set(record.purchases.map(\.purchase.number))
        for entry in book {
            guard let own = entry.payment.flatMap({ succeeded[$0] }) else {
                add(.lost, "\(entry.intent) took money, and the ledger does not say so")
                continue
            }
            if !known.contains(Purchase.number(ofAmount: entry.amount)) || entry.currency != "usd" {
                add(.orphan, "\(entry.intent) over \(entry.amount) is nobody's purchase")
            }
            if own.intent != entry.intent || own.amount != entry.amount {
                add(.orphan, "\(entry.intent) is in the ledger as \(own)")
            }
        }
        for payment in succeeded.keys where !chargedPayments.contains(payment) {
            add(.lost, "\(payment) succeeded, and the bank has no money of it")
        }
    }

    // MARK: What was told

    private mutating func judge(_ record: PurchaseRecord, _ campaign: CampaignRecord) {
        let number = record.purchase.number
        let charge = charges[number]?.first
        let final = campaign.finals[number]
        for answer in record.told + [final].compactMap(\.self) {
            if isGone(answer, record.purchase) { continue }
            if let text = contradiction(of: answer, to: charge) {
                add(.wrongAnswer, "purchase \(number): \(text): \(answer.text)")
            }
        }
        guard let final else { return add(.unresolved, "purchase \(number) has no last answer") }
        if !final.isKnown, !isGone(final, record.purchase) {
            add(.unresolved, "purchase \(number): \(final.text)")
        }
        judgeCards(record, charge, campaign)
        if charge != nil, !final.isPaid, final.code != "order_already_paid" {
            add(.lost, "purchase \(number) is paid, and in the end told \(final.text)")
        }
    }

    /// A saved card that was taken off meanwhile does not exist for what was never begun with it.
    private func isGone(_ answer: Answer, _ purchase: Purchase) -> Bool {
        purchase.kind == .saved && answer.http == 404 && charges[purchase.number] == nil
    }

    /// Why it cannot have been said about a purchase of which the bank has this charge or none.
    private func contradiction(of answer: Answer, to charge: SimulatorBookEntry?) -> String? {
        if answer.isPaid {
            guard let charge else { return "told paid, and no money moved" }
            guard answer.payment == charge.payment, answer.intent == charge.intent,
                answer.amount == charge.amount
            else { return "told of another payment than \(charge)" }
        }
        if let shown = answer.fulfillment,
            shown != answer.payment.flatMap({ entries[$0] })?.answer
        {
            return "shown what the shop did not say first"
        }
        if answer.isEnded, let payment = answer.payment, chargedPayments.contains(payment) {
            return "told that it is over, and money moved"
        }
        if answer.code == "order_already_paid", charge == nil { return "told paid, and it is not" }
        let isExpected = [200, 409, 429, 503].contains(answer.http)
        return isExpected ? nil : "an answer that nobody asked for"
    }
}
