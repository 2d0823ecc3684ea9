public import Payments

/// A payment as the audit reads it: its row as it stands, in the words that are stored, and what
/// else is written about it. Nothing of it is believed.
public struct PaymentFacts: Hashable, Sendable {
    public struct Money: Hashable, Sendable {
        public let minorUnits: Int64
        public let currency: String

        public init(minorUnits: Int64, currency: String) {
            self.minorUnits = minorUnits
            self.currency = currency
        }

        var text: String { "\(minorUnits) \(currency)" }
    }

    /// Who pays for what.
    public struct Purchase: Hashable, Sendable {
        public let customer: String?
        public let order: String?
        /// As it is stored; `cart` is `nil` where that is none.
        public let cartText: String
        public let cart: Cart?
        /// `nil`: the app brings one to Stripe itself.
        public let method: String?
        public let stripeCustomer: String?

        public init(
            customer: String?,
            order: String?,
            cartText: String,
            cart: Cart?,
            method: String?,
            stripeCustomer: String?
        ) {
            self.customer = customer
            self.order = order
            self.cartText = cartText
            self.cart = cart
            self.method = method
            self.stripeCustomer = stripeCustomer
        }
    }

    /// By the database's clock, when it was read.
    public struct Ages: Hashable, Sendable {
        public let claimedMicroseconds: Int64
        public let sinceChange: Duration
        public let isGraceGiven: Bool

        public init(claimedMicroseconds: Int64, sinceChange: Duration, isGraceGiven: Bool) {
            self.claimedMicroseconds = claimedMicroseconds
            self.sinceChange = sinceChange
            self.isGraceGiven = isGraceGiven
        }
    }

    /// What the rest of the database says about it.
    public struct Surroundings: Hashable, Sendable {
        /// Somebody works on it, or will look at it.
        public let isLookedAfter: Bool
        public let hasNewestStep: Bool
        /// The bytes of the first create.
        public let create: [UInt8]?
        /// What the shop fixed for its order.
        public let fixed: FixedPrice?
        /// Whom the guard of its order belongs to.
        public let orderHolder: Holder?
        /// The payment that its intent leads to.
        public let intentLeadsTo: String?
        public let isShopTold: Bool
        /// The sum over its refunds.
        public let refundsInBook: Int64

        public init(
            isLookedAfter: Bool,
            hasNewestStep: Bool,
            create: [UInt8]?,
            fixed: FixedPrice?,
            orderHolder: Holder?,
            intentLeadsTo: String?,
            isShopTold: Bool,
            refundsInBook: Int64
        ) {
            self.isLookedAfter = isLookedAfter
            self.hasNewestStep = hasNewestStep
            self.create = create
            self.fixed = fixed
            self.orderHolder = orderHolder
            self.intentLeadsTo = intentLeadsTo
            self.isShopTold = isShopTold
            self.refundsInBook = refundsInBook
        }
    }

    public struct FixedPrice: Hashable, Sendable {
        public let money: Money
        public let customer: String?

        public init(money: Money, customer: String?) {
            self.money = money
            self.customer = customer
        }
    }

    public struct Holder: Hashable, Sendable {
        public let payment: String
        public let state: PaymentState
        public let isWhollyRefunded: Bool

        public init(payment: String, state: PaymentState, isWhollyRefunded: Bool) {
            self.payment = payment
            self.state = state
            self.isWhollyRefunded = isWhollyRefunded
        }
    }

    public let id: String
    public let state: PaymentState
    public let money: Money
    /// What a person found to be taken; `nil`: nothing else than was asked.
    public let charged: Money?
    public let refunded: Int64
    public let purchase: Purchase
    public let intent: String?
    public let closingCode: String?
    public let cvcPolicy: String?
    public let cvcCheck: String?
    public let ages: Ages
    public let surroundings: Surroundings

    public init(
        id: String,
        state: PaymentState,
        money: Money,
        charged: Money? = nil,
        refunded: Int64,
        purchase: Purchase,
        intent: String?,
        closingCode: String?,
        cvcPolicy: String?,
        cvcCheck: String?,
        ages: Ages,
        surroundings: Surroundings
    ) {
        self.id = id
        self.state = state
        self.money = money
        self.charged = charged
        self.refunded = refunded
        self.purchase = purchase
        self.intent = intent
        self.closingCode = closingCode
        self.cvcPolicy = cvcPolicy
        self.cvcCheck = cvcCheck
        self.ages = ages
        self.surroundings = surroundings
    }

    /// What was taken, or would be.
    var taken: Money { charged ?? money }

    var isWhollyRefunded: Bool { refunded >= taken.minorUnits }

    func finding(
        _ kind: FindingKind,
        _ facts: [AuditFinding.Fact],
        prepared: PreparedAction? = nil
    ) -> AuditFinding {
        AuditFinding(kind, id, at: ages.claimedMicroseconds, facts, prepared: prepared)
    }
}
