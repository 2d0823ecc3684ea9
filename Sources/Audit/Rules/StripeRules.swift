public import Payments

/// Compares what Stripe has with our book. Pure: both in, the differences out. Our book is read
/// after Stripe's list, so that what is in flight has its row.
public struct StripeRules: Sendable {
    private let isLive: Bool

    public init(isLive: Bool) {
        self.isLive = isLive
    }

    static let failedCheck = [AuditFinding.Fact("cvc_check", "fail")]

    // MARK: Intents

    /// What is wrong with an intent. `own` is the payment that has it, `named` the one that its
    /// metadata names.
    public func findings(
        _ intent: IntentSnapshot,
        own: BookEntry?,
        named: BookEntry?
    ) -> [AuditFinding] {
        if let own { return differences(intent, own) }
        guard let named else { return [stray(intent)].compactMap(\.self) }
        return [beside(intent, named)].compactMap(\.self)
    }

    /// Whether a difference may be because the intent was listed before our row was written: then
    /// it is read once more.
    public func wantsSecondLook(_ findings: [AuditFinding]) -> Bool {
        findings.contains {
            [.statusDiffers, .intentWithoutRow, .severalIntents].contains($0.kind)
        }
    }

    private func differences(_ intent: IntentSnapshot, _ own: BookEntry) -> [AuditFinding] {
        var findings: [AuditFinding] = []
        func differ(
            _ kind: FindingKind,
            _ theirs: String,
            _ ours: String,
            _ prepared: PreparedAction? = nil
        ) {
            let facts = [
                AuditFinding.Fact("stripe", theirs), AuditFinding.Fact("row", ours),
            ]
            findings.append(own.finding(kind, facts, prepared: prepared))
        }
        let amount = own.charged == nil ? intent.amount : intent.amountReceived ?? intent.amount
        if let amount, amount != own.taken.minorUnits {
            differ(.amountDiffers, "\(amount)", "\(own.taken.minorUnits)")
        }
        if let currency = intent.currency, currency != own.taken.currency {
            differ(.currencyDiffers, currency, own.taken.currency)
        }
        if intent.customer != own.stripeCustomer {
            differ(.customerDiffers, intent.customer ?? "none", own.stripeCustomer ?? "none")
        }
        if let live = intent.isLive, live != isLive {
            differ(.modeDiffers, live ? "live" : "test", isLive ? "live" : "test")
        }
        if intent.paymentID != own.id {
            differ(.metadataDiffers, intent.paymentID ?? "none", own.id)
        }
        if !agrees(intent.status, with: own) {
            differ(.statusDiffers, intent.status, own.state.word, prepared(intent, own))
        }
        return findings
    }

    /// An ended payment has an ended intent, and a success is one on both sides. An open one may be
    /// behind Stripe for as long as somebody works on it.
    private func agrees(_ status: String, with own: BookEntry) -> Bool {
        let tookMoney = StripeRules.holdingMoney.contains(status)
        switch own.state {
        case .succeeded: return status == "succeeded"
        case .declined, .expired, .canceled: return !tookMoney || own.isGivenBack
        // Nobody looks before its time is over, and then it is open past it.
        case .requiresAction, .open, .requiresCustomer: return true
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing,
            .unresolved, .quarantined, .unrecognised:
            return status != "succeeded" || own.sinceChange <= LocalRules.longestWork
        }
    }

    /// What is to be done about an intent that has not ended as its payment has.
    private func prepared(_ intent: IntentSnapshot, _ own: BookEntry) -> PreparedAction? {
        switch own.state {
        case .declined, .expired, .canceled:
            switch intent.status {
            case "succeeded": PreparedAction(.refund, own.id)
            case "requires_capture": PreparedAction(.close, own.id)
            case _: nil
            }
        case .succeeded, .requiresAction, .open, .requiresCustomer, .unrecognised: nil
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing,
            .unresolved, .quarantined:
            intent.status == "succeeded" ? PreparedAction(.adopt, own.id) : nil
        }
    }

    // MARK: What can be put right

    /// An end at Stripe of what waits for whoever pays, and an intent that holds no money of a
    /// payment that has no use for it.
    func repair(_ intent: IntentSnapshot, own: BookEntry?, named: BookEntry?) -> Repair? {
        if let own {
            if own.state.waitsForPayer {
                let hasEnded = ["succeeded", "canceled", "processing"].contains(intent.status)
                return hasEnded ? .takeIn(payment: own.id) : nil
            }
            let isEnded = own.state.isTerminal && own.state != .succeeded
            return isEnded && StripeRules.waiting.contains(intent.status)
                ? .cancel(intent.id, payment: own.id) : nil
        }
        guard let named, named.intent != nil || named.state.isTerminal else { return nil }
        // What a decline left behind, whose answer came without its intent, is nothing.
        let isOrphan =
            StripeRules.waiting.contains(intent.status)
            || intent.status == "requires_payment_method" && named.intent != nil
        return isOrphan ? .cancel(intent.id, payment: named.id) : nil
    }

    /// A word of somebody's could still make it take money.
    private static let waiting: Set<String> = [
        "requires_action", "requires_confirmation", "requires_capture",
    ]

    private static let holdingMoney: Set<String> = ["succeeded", "requires_capture", "processing"]

    /// Nobody's intent. What was made elsewhere and took no money is not our affair.
    private func stray(_ intent: IntentSnapshot) -> AuditFinding? {
        let holdsNothing = ["canceled", "requires_payment_method"].contains(intent.status)
        guard intent.paymentID != nil || !holdsNothing else { return nil }
        return withoutRow(intent)
    }

    /// An intent of a payment that has another one, or none.
    private func beside(_ intent: IntentSnapshot, _ named: BookEntry) -> AuditFinding? {
        guard intent.status != "canceled" else { return nil }
        if let first = named.intent {
            return named.finding(
                .severalIntents,
                [.init("first", first), .init("other", "\(intent.id) \(intent.status)")],
                prepared: besides(intent, named)
            )
        }
        // Its answer is on its way, or the recovery will find it.
        guard named.state.isTerminal else { return nil }
        // Where Stripe declines it, the answer may have come without its intent.
        guard StripeRules.holdingMoney.contains(intent.status) else { return nil }
        return withoutRow(intent, prepared: besides(intent, named))
    }

    /// What is to be done about an intent that its payment does not have.
    private func besides(_ intent: IntentSnapshot, _ named: BookEntry) -> PreparedAction? {
        switch intent.status {
        case "succeeded":
            PreparedAction(.refund, named.id, intent: intent.id.description)
        case "processing": nil
        case _: PreparedAction(.close, named.id, intent: intent.id.description)
        }
    }

    private func withoutRow(
        _ intent: IntentSnapshot,
        prepared: PreparedAction? = nil
    ) -> AuditFinding {
        AuditFinding(
            .intentWithoutRow,
            intent.id.description,
            at: (intent.created ?? 0) * 1_000_000,
            [
                .init("payment", intent.paymentID ?? "none"),
                .init("status", intent.status),
                .init("amount", "\(intent.amount ?? 0) \(intent.currency ?? "")"),
            ],
            prepared: prepared
        )
    }

    public func missing(_ entry: BookEntry) -> AuditFinding {
        entry.finding(.rowWithoutIntent, [.init("intent", entry.intent ?? "none")])
    }

    // MARK: Charges

    /// What is wrong with money that was taken; charges that took none are nothing.
    public func findings(_ charge: ChargeSnapshot, of own: BookEntry?) -> [AuditFinding] {
        guard charge.isCaptured else { return [] }
        guard let own else {
            return [
                AuditFinding(
                    .intentWithoutRow,
                    charge.intent ?? charge.id,
                    at: charge.created * 1_000_000,
                    [.init("charge", charge.id), .init("amount", "\(charge.minorUnits)")]
                )
            ]
        }
        var findings: [AuditFinding] = []
        if charge.minorUnits != own.taken.minorUnits {
            findings.append(
                own.finding(
                    .amountDiffers,
                    [
                        .init("charged", "\(charge.minorUnits)"),
                        .init("row", "\(own.taken.minorUnits)"),
                    ]
                )
            )
        }
        if charge.cvcCheck == .fail, charge.refundedMinorUnits < charge.minorUnits {
            findings.append(own.finding(.cvcFailed, StripeRules.failedCheck))
        }
        return findings
    }

    /// Who paid, by the card.
    public func paid(_ charge: ChargeSnapshot, of own: BookEntry) -> DuplicateSearch.Paid? {
        guard charge.isCaptured, charge.refundedMinorUnits < charge.minorUnits,
            let card = charge.cardFingerprint
        else { return nil }
        return DuplicateSearch.Paid(
            payment: own.id,
            payer: "card:\(card)",
            cart: own.cartText,
            money: own.taken,
            atMicroseconds: charge.created * 1_000_000
        )
    }

    // MARK: Refunds

    /// What is wrong with a refund. `recorded` are those of its payment in our book.
    public func finding(
        _ listed: ListedRefund,
        of own: BookEntry?,
        recorded: [RecordedRefund]
    ) -> AuditFinding? {
        let refund = listed.refund
        guard !["failed", "canceled"].contains(refund.status) else { return nil }
        let record = recorded.first { isRecord($0, of: refund) }
        if let record, record.minorUnits == refund.minorUnits { return nil }
        return AuditFinding(
            record == nil ? .refundWithoutRecord : .amountDiffers,
            refund.id.description,
            at: listed.created * 1_000_000,
            [
                .init("payment", own?.id ?? "none"),
                .init("stripe", "\(refund.minorUnits)"),
                .init("row", record.map { "\($0.minorUnits)" } ?? "none"),
            ]
        )
    }

    /// By Stripe's name; where that is not known yet, by ours in its metadata.
    private func isRecord(_ record: RecordedRefund, of refund: RefundSnapshot) -> Bool {
        if let name = record.refund { return name == refund.id.description }
        return record.payment == refund.paymentID && "\(record.number)" == refund.number
    }
}
