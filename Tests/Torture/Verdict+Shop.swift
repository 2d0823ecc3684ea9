import TestKit

// What is beside the payments: refunds, what the shop heard, saved cards and their holds.

extension Verdict {
    /// The bank's book, the ledger and what the shop was told of each refund are held against each
    /// other.
    mutating func judgeRefunds(_ refunds: [(refund: Refund, final: Refund.Answer)]) {
        let byPayment = Dictionary(grouping: refunds, by: \.refund.payment)
        for entry in book {
            guard let payment = entry.payment else { continue }
            let given = (byPayment[payment] ?? []).map(\.final).filter(\.hasGiven)
            let sum = given.reduce(0) { $0 + ($1.amount ?? 0) }
            if entry.refunded != sum {
                add(.refund, "\(payment): the bank gave \(entry.refunded), told \(sum)")
            }
            if entry.refunded > entry.amount { add(.refund, "\(payment): more than was paid") }
            if entries[payment]?.refunded != entry.refunded {
                add(.refund, "\(payment): the ledger says \(entries[payment]?.refunded ?? 0)")
            }
            if Set(given.map(\.refund)).count != given.count {
                add(.refund, "\(payment): two keys are one refund")
            }
        }
        for (refund, final) in refunds { judge(refund, final) }
    }

    private mutating func judge(_ refund: Refund, _ final: Refund.Answer) {
        if !final.isKnown { add(.unresolved, "\(refund.key): \(final.text)") }
        for told in refund.told where told.http == 200 && told.status != "unknown" {
            let isSame = told.status == final.status || told.hasGiven && final.hasGiven
            if !isSame || told.refund != final.refund || told.amount != final.amount {
                add(.refund, "\(refund.key): told \(told.text), in the end \(final.text)")
            }
        }
        if let asked = refund.amount, final.hasGiven, final.amount != asked {
            add(.refund, "\(refund.key): \(asked) was asked, \(final.text)")
        }
        if final.code == "payment_not_refundable" || final.http == 404 {
            add(.lost, "\(refund.key) of a payment that was told paid: \(final.text)")
        }
    }

    /// Each success is told, nothing else as one, and the ledger knows what the shop knows.
    mutating func judgeTellings(of shop: ShopServer) {
        for line in shop.violations { add(.shop, line) }
        let told = Dictionary(grouping: shop.heard.values.filter { $0.type == "payment.succeeded" })
        {
            $0.payment
        }
        for entry in ledger.entries where entry.state == "succeeded" {
            if told[entry.payment] == nil { add(.shop, "\(entry.payment) was not told") }
            if !entry.isShopTold { add(.shop, "\(entry.payment) is told, and nobody noted it") }
        }
        for (payment, messages) in told {
            let entry = entries[payment]
            let isRight =
                messages.count == 1 && entry?.state == "succeeded"
                && entry?.amount == messages[0].amount
            if !isRight { add(.shop, "\(payment) was told as paid \(messages.count) times") }
        }
    }

    /// What a customer saved is there, and nothing is charged with a wrong security code that was to
    /// be refused.
    mutating func judgeCards(
        _ record: PurchaseRecord,
        _ charge: SimulatorBookEntry?,
        _ campaign: CampaignRecord
    ) {
        let purchase = record.purchase
        if purchase.kind == .saved, let entry = charge?.payment.flatMap({ entries[$0] }),
            purchase.card == .wrongCode, entry.policy != "accept"
        {
            add(.card, "purchase \(purchase.number) is charged with a wrong code: \(entry)")
        }
        guard purchase.kind == .saving else { return }
        let shown = campaign.wallets[purchase.number] ?? []
        let count = charge == nil ? 0...0 : Verdict.cards(after: record.wallet.removal)
        if !count.contains(shown.count) {
            add(.card, "purchase \(purchase.number), \(record.wallet), has in the end \(shown)")
        }
        for list in record.wallet.lists where list.count != 1 {
            add(.card, "purchase \(purchase.number) is paid, and its customer was shown \(list)")
        }
    }

    private static func cards(after removal: WalletRecord.Removal) -> ClosedRange<Int> {
        switch removal {
        case .notWanted: 1...1
        case .wanted: 0...1
        case .told: 0...0
        }
    }

    /// What was held until its code was looked at, and is not charged, is given back.
    mutating func judgeHolds(_ stripe: SimulatorProcess) async throws {
        for entry in ledger.entries
        where entry.policy == "refuse" && entry.state != "succeeded" && !entry.intent.isEmpty {
            let intent = try await stripe.stripe("GET", "/v1/payment_intents/\(entry.intent)")
            if intent["status"]?.string == "requires_capture" {
                add(.card, "\(entry) is over and still held")
            }
        }
    }
}
