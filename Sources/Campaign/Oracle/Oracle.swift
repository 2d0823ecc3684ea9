import Money
public import Payments

/// Watches a world and says what did not hold. It believes the book of Stripe, and asks the
/// database only whether the two agree.
public final class Oracle: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    let world: World
    public private(set) var violations: [Violation] = []
    private var requests: [String: (request: FrozenRequest, firstSeconds: Int64)] = [:]
    /// Attempts of which somebody was told that they are over without a charge.
    private var toldOver: Set<PaymentID> = []
    /// Shoppers who were told anything but that their requests charged nothing.
    private var inDoubt: Set<Int> = []
    /// How old a key may be when a request arrives: the horizon, and the longest way.
    private static let oldestKeySeconds: Int64 = 23 * 3600 + 300

    /// Begins to watch.
    public init(of world: World) {
        self.world = world
        world.stripe.forgetsOldKeys = true
        world.stripe.keepsMethods = true
        world.stripe.onArrival = { [unowned self] in arrived($0) }
    }

    func violate(_ invariant: Invariant, _ detail: String) {
        violations.append(Violation(invariant, detail))
    }

    // MARK: At the moment of arrival

    private func arrived(_ arrival: MemoryStripe.Arrival) {
        world.plan.note("\(arrival.key) \(arrival.outcome.rawValue)")
        let known = requests[arrival.key] ?? (arrival.request, world.stripe.seconds)
        requests[arrival.key] = known
        if known.request != arrival.request {
            violate(.oneRequestPerKey, "\(arrival.key) came with another request")
        }
        if world.stripe.seconds - known.firstSeconds > Oracle.oldestKeySeconds {
            violate(.noOldKey, "\(arrival.key) came again after the horizon")
        }
        if world.database.request(under: arrival.key) != arrival.request {
            violate(.rowFirst, "\(arrival.key) came without its row")
        }
    }

    // MARK: At the moment of an answer

    public func heard(_ answer: PaymentAnswer?, by shopper: Shopper) {
        world.plan.note(answer?.word ?? "no answer")
        guard let answer else {
            inDoubt.insert(shopper.number)
            return
        }
        switch answer {
        case .refused(.notCancelable(let view)), .standing(let view): heard(view, by: shopper)
        case .refused(.orderAlreadyPaid):
            if charges(of: shopper).isEmpty {
                violate(.noLostPayment, "\(shopper) was told paid, and is not")
            }
        case .refused: break
        }
    }

    private func heard(_ view: PaymentView, by shopper: Shopper) {
        inDoubt.insert(shopper.number)
        let said = world.database.outbox[FulfillmentID(.succeeded, of: view.payment)]?.answer
        if let shown = view.fulfillment, shown != said {
            violate(.shopKnows, "\(view.payment) is shown what the shop's row does not say")
        }
        switch view.standing {
        case .succeeded:
            if charges(of: view.payment).count != 1 {
                violate(.noLostPayment, "\(view.payment) was told paid, and is not")
            }
        case .declined, .expired, .canceled: toldOver.insert(view.payment)
        case .requiresAction, .notAttempted, .requiresCustomer, .processing, .unknown,
            .duplicateSuspected:
            break
        }
    }

    // MARK: At the end

    private func charges(of shopper: Shopper) -> [MemoryStripe.Charge] {
        world.stripe.book.filter { shopper.pays($0) && !isGivenBack($0) }
    }

    private func charges(of payment: PaymentID) -> [MemoryStripe.Charge] {
        world.stripe.charges(of: payment).filter { !isGivenBack($0) }
    }

    /// Whether a person has decided that the money of a charge was to go back, and all of it did.
    private func isGivenBack(_ charge: MemoryStripe.Charge) -> Bool {
        guard let row = PaymentID(charge.payment).flatMap({ world.database.rows[$0] }),
            row.payment.charged != nil
        else { return false }
        return world.stripe.refunded(charge.intent) == charge.amount
    }

    /// Before anybody asks again: nobody is charged who only heard that nothing was.
    public func checkRefused(_ shoppers: [Shopper]) {
        for shopper in shoppers where !inDoubt.contains(shopper.number) {
            if !charges(of: shopper).isEmpty {
                violate(.finalMeansFinal, "\(shopper) was refused and charged")
            }
        }
    }

    /// What a shopper hears who asks once more when all is over.
    public func checkLast(_ answer: PaymentAnswer?, of shopper: Shopper) {
        heard(answer, by: shopper)
        switch answer {
        case .standing(let view): checkLast(view, of: shopper)
        case .refused, nil:
            let charges = charges(of: shopper).filter { !isLeftToPerson($0.payment) }
            if !charges.isEmpty, answer != .refused(.orderAlreadyPaid) {
                violate(.noLostPayment, "\(shopper) is charged, told \(answer?.word ?? "nothing")")
            }
        }
    }

    private func checkLast(_ view: PaymentView, of shopper: Shopper) {
        let name = view.payment.description
        switch view.standing {
        case .succeeded, .duplicateSuspected: break
        case .unknown, .processing:
            if !isLeftToPerson(name) {
                violate(.resolved, "\(name) of \(shopper) is still \(view.standing.word)")
            }
        case .declined, .expired, .canceled, .requiresAction, .notAttempted, .requiresCustomer:
            // Another key of the same order may have paid meanwhile; this is about this attempt.
            if !charges(of: view.payment).isEmpty {
                violate(.noLostPayment, "\(shopper) is charged, told \(view.standing.word)")
            }
        }
    }

    /// All that can be seen in the book and in the database when all is over.
    public func checkEnd(_ shoppers: [Shopper]) {
        for shopper in shoppers where charges(of: shopper).count > 1 {
            violate(
                .oneCharge,
                "\(shopper) was charged \(charges(of: shopper).count) times"
            )
        }
        checkOrphans()
        checkBook(shoppers)
        for payment in world.database.payments {
            check(payment)
            checkShop(payment)
        }
        checkAttended()
    }

    /// The look of an instance for what it has lost sight of helps, and would hide that it had to.
    private func checkAttended() {
        for finding in world.database.findings where finding.kind == "unattended" {
            violate(.resolved, "nobody was at work on \(finding.payment): \(finding.detail)")
        }
    }

    private func checkOrphans() {
        for charge in world.stripe.book {
            guard let id = PaymentID(charge.payment), let row = world.database.rows[id] else {
                violate(.noOrphan, "the charge of \(charge.payment) has no attempt")
                continue
            }
            let amount = row.payment.amount
            if charge.amount != amount.minorUnits || charge.currency != amount.currency.code {
                violate(.noOrphan, "\(id) is about another amount than its charge")
            }
            let order = row.payment.purchase.order.flatMap { world.database.orders[$0] }
            if let order, order.amount != amount {
                violate(.noOrphan, "\(id) is not at the price that the shop has fixed")
            }
        }
    }

    /// By the book alone: each charge is over what some shopper's purchase costs, with one of that
    /// shopper's cards.
    private func checkBook(_ shoppers: [Shopper]) {
        for charge in world.stripe.book {
            let owner = shoppers.first { $0.pays(charge) }
            guard let owner else {
                violate(.noOrphan, "\(charge.intent) over \(charge.amount) is nobody's purchase")
                continue
            }
            if !owner.holds(charge.method) {
                violate(.noOrphan, "\(owner) was charged with \(charge.method)")
            }
            checkCustomer(of: charge, owner)
        }
    }

    private func check(_ payment: Payment) {
        let name = payment.id.description
        let charges = charges(of: payment.id).count
        if world.stripe.intentCount(of: name) > 1 { violate(.oneIntent, "\(name) has more") }
        checkHold(payment, charges: charges)
        if charges > 0, toldOver.contains(payment.id) {
            violate(.finalMeansFinal, "\(name) was told over, and is charged")
        }
        if isLeftToPerson(name) { return }
        if payment.state.needsWork || payment.state == .quarantined {
            violate(.resolved, "\(name) is still \(payment.state.word)")
        }
        if (charges == 1) != (payment.state == .succeeded) {
            violate(.noLostPayment, "\(name) is \(payment.state.word) with \(charges) charges")
        }
        if payment.state.waitsForPayer, payment.owner != .nobody {
            violate(.resolved, "\(name) waits for its customer in somebody's hands")
        }
    }

    private func checkHold(_ payment: Payment, charges: Int) {
        guard payment.card.cvcPolicy == .refuse, let intent = payment.intent else { return }
        if charges > 0, world.stripe.cvcCheck(of: intent) == .fail {
            violate(.noHoldLeft, "\(payment.id) is charged with a wrong CVC")
        }
        if payment.state.isTerminal, world.stripe.status(of: intent) == "requires_capture" {
            violate(.noHoldLeft, "\(payment.id) is \(payment.state.word) and still held")
        }
    }

    private func checkShop(_ payment: Payment) {
        let id = FulfillmentID(.succeeded, of: payment.id)
        let row = world.database.outbox[id]
        if (row != nil) != (payment.state == .succeeded) {
            violate(.shopKnows, "\(payment.id) is \(payment.state.word), its row is not")
        }
        guard let shop = world.shop, let row else { return }
        let heard = shop.heard.filter { $0.id == id }
        if heard.isEmpty || !row.isAcknowledged {
            violate(.shopKnows, "the shop was not told of \(payment.id)")
        }
        if heard.contains(where: { $0 != row.fulfillment }) {
            violate(.shopKnows, "the shop was told differently of \(payment.id)")
        }
    }

    /// Attempts that a finding has brought before a person are that person's to end.
    private func isLeftToPerson(_ payment: String) -> Bool {
        world.database.findings.contains {
            $0.payment.description == payment && ["no_progress", "mismatch"].contains($0.kind)
        }
    }
}
