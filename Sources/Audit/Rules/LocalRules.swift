import Money
public import Payments

/// What must be so of every payment, whatever happened to it. Pure: a payment's facts in, what is
/// wrong with them out.
public struct LocalRules: Sendable {
    private let catalogue: Catalogue
    /// Payments that were claimed before this moment may have other prices than the catalogue's.
    private let pricesSinceMicroseconds: Int64

    /// Services take new prices within ten seconds.
    private static let priceSlackMicroseconds: Int64 = 15_000_000
    /// The recovery ends the longest of these within ten minutes and two lists; later something is
    /// wrong that it cannot end.
    static let longestWork: Duration = .seconds(15 * 60)
    /// A challenge is looked at 75 minutes after Stripe asked for it, and that look may take its
    /// time.
    static let longestChallenge: Duration = .seconds(90 * 60)
    /// Where the challenge was found done, the customer has another hour.
    static let longestGrace: Duration = .seconds(150 * 60)

    /// What the app confirms is canceled after a day.
    static let longestOpen: Duration = .seconds(26 * 3600)
    /// The customer of a charge by the shop has a week.
    static let longestAbsence: Duration = .seconds((7 * 24 + 2) * 3600)

    public init(catalogue: Catalogue, pricesSinceMicroseconds: Int64) {
        self.catalogue = catalogue
        self.pricesSinceMicroseconds = pricesSinceMicroseconds
    }

    public func findings(_ payment: PaymentFacts) -> [AuditFinding] {
        [
            impossible(payment), guards(payment), price(payment), order(payment), age(payment),
            securityCode(payment),
        ].compactMap(\.self)
    }

    // MARK: States that cannot be

    private func impossible(_ payment: PaymentFacts) -> AuditFinding? {
        let reasons = (contradictions(payment) + gaps(payment)).map {
            AuditFinding.Fact("because", $0)
        }
        guard !reasons.isEmpty else { return nil }
        return payment.finding(
            .impossibleState,
            [.init("state", payment.state.word)] + reasons
        )
    }

    /// What the row says of itself.
    private func contradictions(_ payment: PaymentFacts) -> [String] {
        var reasons: [String] = []
        if case .unrecognised = payment.state { reasons.append("no such state") }
        if payment.purchase.cart == nil { reasons.append("no cart") }
        if payment.state == .succeeded {
            if payment.intent == nil { reasons.append("paid without an intent") }
            if payment.closingCode != nil { reasons.append("paid and ended otherwise") }
        } else if payment.state.isTerminal, payment.closingCode == nil {
            reasons.append("ended without a reason")
        }
        if payment.refunded > payment.taken.minorUnits { reasons.append("refunded too much") }
        if payment.refunded < 0 { reasons.append("refunded less than nothing") }
        return reasons
    }

    /// What the other tables lack.
    private func gaps(_ payment: PaymentFacts) -> [String] {
        let around = payment.surroundings
        var reasons: [String] = []
        let isOpen = payment.state.needsWork || payment.state.waitsForPayer
        if isOpen, !around.isLookedAfter { reasons.append("nobody looks at it") }
        if around.create == nil { reasons.append("no create") }
        if !around.hasNewestStep { reasons.append("its newest step is missing") }
        if payment.intent != nil, around.intentLeadsTo != payment.id {
            reasons.append("its intent leads elsewhere")
        }
        if payment.state == .succeeded, !around.isShopTold {
            reasons.append("the shop is not told")
        }
        if payment.refunded != around.refundsInBook {
            reasons.append("its refunds add up to \(around.refundsInBook)")
        }
        return reasons
    }

    // MARK: Guards and orders

    /// A payment that may still charge, or has, holds its order.
    private func guards(_ payment: PaymentFacts) -> AuditFinding? {
        guard let holder = orderHolder(payment), holder != payment.id else { return nil }
        if let other = payment.surroundings.orderHolder, isPaid(payment), isPaid(other) {
            return nil
        }
        return payment.finding(
            .guardMissing,
            [.init("guard", "order"), .init("holder", holder)]
        )
    }

    /// Another payment holds the order, and both are paid.
    private func order(_ payment: PaymentFacts) -> AuditFinding? {
        guard isPaid(payment), let order = payment.purchase.order,
            let other = payment.surroundings.orderHolder, other.payment != payment.id,
            isPaid(other)
        else { return nil }
        return payment.finding(
            .orderPaidTwice,
            [.init("order", order), .init("other", other.payment)],
            prepared: PreparedAction(.refund, payment.id)
        )
    }

    /// Who holds the order that the payment has to hold; `nil` where it has to hold none.
    private func orderHolder(_ payment: PaymentFacts) -> String? {
        switch payment.state {
        case .declined, .expired, .canceled, .unrecognised: return nil
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .succeeded:
            guard payment.purchase.order != nil else { return nil }
            return payment.surroundings.orderHolder?.payment ?? "nobody"
        }
    }

    private func isPaid(_ payment: PaymentFacts) -> Bool {
        payment.state == .succeeded && !payment.isWhollyRefunded
    }

    private func isPaid(_ holder: PaymentFacts.Holder) -> Bool {
        holder.state == .succeeded && !holder.isWhollyRefunded
    }

    // MARK: Prices

    private func price(_ payment: PaymentFacts) -> AuditFinding? {
        let facts = requested(payment) + fixed(payment) + catalogued(payment)
        guard !facts.isEmpty else { return nil }
        return payment.finding(.priceDiffers, [.init("row", payment.money.text)] + facts)
    }

    private func requested(_ payment: PaymentFacts) -> [AuditFinding.Fact] {
        guard let body = payment.surroundings.create else { return [] }
        let request = RequestFields(body)
        var facts: [AuditFinding.Fact] = []
        if request.amount != payment.money.minorUnits
            || request.currency != payment.money.currency
        {
            let amount = request.amount.map { "\($0)" } ?? "no amount"
            facts.append(.init("asked_of_stripe", "\(amount) \(request.currency ?? "")"))
        }
        if request.customer != payment.purchase.stripeCustomer {
            facts.append(.init("asked_for_customer", request.customer ?? "none"))
        }
        return facts
    }

    private func fixed(_ payment: PaymentFacts) -> [AuditFinding.Fact] {
        guard let fixed = payment.surroundings.fixed else { return [] }
        var facts: [AuditFinding.Fact] = []
        if fixed.money != payment.money { facts.append(.init("fixed_order", fixed.money.text)) }
        if let customer = fixed.customer, customer != payment.purchase.customer {
            facts.append(.init("fixed_for", customer))
        }
        return facts
    }

    /// Only where the catalogue has not changed since; an item that it does not have any more says
    /// nothing.
    private func catalogued(_ payment: PaymentFacts) -> [AuditFinding.Fact] {
        guard payment.surroundings.fixed == nil, let cart = payment.purchase.cart,
            payment.ages.claimedMicroseconds - LocalRules.priceSlackMicroseconds
                > pricesSinceMicroseconds,
            let currency = Currency(payment.money.currency)
        else { return [] }
        do throws(PricingRefusal) {
            let price = try catalogue.price(cart, in: currency).minorUnits
            if price == payment.money.minorUnits { return [] }
            return [.init("catalogue", "\(price) \(payment.money.currency)")]
        } catch {
            return []
        }
    }

    // MARK: Time

    private func age(_ payment: PaymentFacts) -> AuditFinding? {
        guard payment.ages.sinceChange > longest(payment) else { return nil }
        let kind: FindingKind? =
            switch payment.state {
            case .creating, .confirming, .capturing, .canceling, .processing, .unresolved:
                .unresolvedTooLong
            case .authorized: .heldNotCaptured
            case .requiresAction, .open, .requiresCustomer: .openPastTheHour
            case .quarantined: .quarantined
            case .succeeded, .declined, .expired, .canceled, .unrecognised: nil
            }
        return kind.map { payment.finding($0, [.init("state", payment.state.word)]) }
    }

    /// How long it may stand as it is.
    private func longest(_ payment: PaymentFacts) -> Duration {
        switch payment.state {
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved:
            LocalRules.longestWork
        case .requiresAction where payment.ages.isGraceGiven: LocalRules.longestGrace
        case .requiresAction: LocalRules.longestChallenge
        case .open: LocalRules.longestOpen
        case .requiresCustomer: LocalRules.longestAbsence
        // A person has to look at it from the first moment on.
        case .quarantined: .seconds(-1)
        case .succeeded, .declined, .expired, .canceled, .unrecognised: .zero
        }
    }

    // MARK: Security codes

    private func securityCode(_ payment: PaymentFacts) -> AuditFinding? {
        guard payment.cvcCheck == "fail",
            isPaid(payment) || payment.state == .capturing
        else { return nil }
        return payment.finding(.cvcFailed, StripeRules.failedCheck)
    }
}
