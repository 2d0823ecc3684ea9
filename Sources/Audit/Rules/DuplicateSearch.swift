import Payments

/// Looks for the same customer, or the same card, that paid the same for the same cart twice within
/// a short time under different names. It is fed in the order of time and remembers no more than
/// that.
public struct DuplicateSearch: Sendable {
    /// Who paid how much for what.
    public struct Paid: Hashable, Sendable {
        public let payment: String
        /// A customer or a card.
        public let payer: String
        public let cart: String
        public let money: PaymentFacts.Money
        public let atMicroseconds: Int64

        public init(
            payment: String,
            payer: String,
            cart: String,
            money: PaymentFacts.Money,
            atMicroseconds: Int64
        ) {
            self.payment = payment
            self.payer = payer
            self.cart = cart
            self.money = money
            self.atMicroseconds = atMicroseconds
        }
    }

    private struct Purchase: Hashable {
        let payer: String
        let cart: String
        let money: PaymentFacts.Money
    }

    private var latest: [Purchase: Paid] = [:]
    private var known: Set<String> = []
    private var order: [Paid] = []
    private var head = 0

    /// Retries of customers and apps come within minutes; who buys the same again comes later.
    public static let windowMicroseconds: Int64 = 10 * 60 * 1_000_000

    public init() {}

    /// How many payments it remembers.
    var remembered: Int { max(latest.count, order.count) }

    /// The finding that `paid` makes, if it does. A payment that was met before makes none: the
    /// lists that it comes from may overlap.
    public mutating func met(_ paid: Paid) -> AuditFinding? {
        forget(before: paid.atMicroseconds - DuplicateSearch.windowMicroseconds)
        guard known.insert(paid.payment).inserted else { return nil }
        let purchase = Purchase(payer: paid.payer, cart: paid.cart, money: paid.money)
        let earlier = latest.updateValue(paid, forKey: purchase)
        order.append(paid)
        guard let earlier else { return nil }
        return AuditFinding(
            .suspectedDuplicate,
            paid.payment,
            at: paid.atMicroseconds,
            [.init("other", earlier.payment)],
            prepared: PreparedAction(.refund, paid.payment)
        )
    }

    private mutating func forget(before moment: Int64) {
        while head < order.count, order[head].atMicroseconds < moment {
            let old = order[head]
            let purchase = Purchase(payer: old.payer, cart: old.cart, money: old.money)
            if latest[purchase] == old { latest[purchase] = nil }
            known.remove(old.payment)
            head += 1
        }
        if head > order.count / 2 {
            order.removeFirst(head)
            head = 0
        }
    }
}

extension PaymentFacts {
    /// Whoever paid, as far as our own book knows: the customer, else the payment method. A guest's
    /// card is known to Stripe only.
    var paid: DuplicateSearch.Paid? {
        guard state == .succeeded, !isWhollyRefunded, let payer else { return nil }
        return DuplicateSearch.Paid(
            payment: id,
            payer: payer,
            cart: purchase.cartText,
            money: money,
            atMicroseconds: ages.claimedMicroseconds
        )
    }

    private var payer: String? {
        purchase.customer.map { "customer:\($0)" } ?? purchase.method.map { "method:\($0)" }
    }
}
