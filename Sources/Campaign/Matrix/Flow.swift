public import Money
public import Payments

/// One use of the service, as a client plays it. A flow that is added to `all` is hit at each of
/// its boundaries by each fault.
public struct Flow: Sendable, CustomStringConvertible {
    public let name: String
    let naming: Shopper.Naming
    /// What the shopper's cards do, in their order.
    let cards: [MemoryStripe.Card]
    /// What the bank says of their CVC, where it is collected again and a wrong one is refused.
    let cvc: [CVCVerdict]
    /// What the shop says that the order costs.
    let fixedPrice: Amount?
    /// The first calls of this name go wrong in any case, so that the way which follows is the one
    /// that is looked at.
    let first: FirstFault?
    /// Whether the shopper is a customer whose cards are saved.
    let hasSavedCards: Bool
    /// What a signed-in customer's purchase has to do with a kept card; `nil` for others.
    let keeping: CardKeeping?
    /// What is done where the code of a saved card is wrong.
    let mismatch: CVCMismatchPolicy
    /// What somebody did at Stripe before: it is told the customer.
    let dashboard: (@Sendable (MemoryStripe, StripeCustomerID) -> Void)?
    /// Whether the shop is told.
    let tellsShop: Bool
    /// Whether money is given back.
    let refunds: Bool
    /// Whether instances read Stripe's list of events.
    let readsEvents: Bool
    let play: @Sendable (World, Client) async -> Void

    public init(
        _ name: String,
        naming: Shopper.Naming = .key,
        cards: [MemoryStripe.Card] = [.pays],
        cvc: [CVCVerdict] = [],
        fixedPrice: Amount? = nil,
        first: FirstFault? = nil,
        hasSavedCards: Bool = false,
        keeping: CardKeeping? = nil,
        mismatch: CVCMismatchPolicy = .refuse,
        dashboard: (@Sendable (MemoryStripe, StripeCustomerID) -> Void)? = nil,
        tellsShop: Bool = false,
        refunds: Bool = false,
        readsEvents: Bool = false,
        play: @escaping @Sendable (World, Client) async -> Void
    ) {
        self.name = name
        self.naming = naming
        self.cards = cards
        self.cvc = cvc
        self.fixedPrice = fixedPrice
        self.first = first
        self.hasSavedCards = hasSavedCards
        self.keeping = keeping
        self.mismatch = mismatch
        self.dashboard = dashboard
        self.tellsShop = tellsShop
        self.refunds = refunds
        self.readsEvents = readsEvents
        self.play = play
    }

    public var description: String { name }

    /// Who plays it, holding its cards.
    func shopper(in stripe: MemoryStripe) -> Shopper {
        let shopper = Shopper(
            number: 0,
            naming: naming,
            caller: isSignedIn ? .customer(Flow.customer) : .guest,
            cvcPolicy: cvc.isEmpty || keeping != nil ? nil : .refuse,
            keeping: keeping ?? .none,
            fixedPrice: fixedPrice
        )
        shopper.hold(cards, in: stripe)
        shopper.answer(cvc, in: stripe)
        return shopper
    }

    private var isSignedIn: Bool { hasSavedCards || keeping != nil }

    static let customer = Shop.known(CustomerReference("ann"))

    /// To be called before the first instance begins.
    func prepare(_ world: World, for shopper: Shopper) {
        let saved = hasSavedCards ? shopper.methods : keeping?.saved.map { [$0] } ?? []
        if !saved.isEmpty || dashboard != nil {
            let customer = world.save(saved, of: Flow.customer)
            dashboard?(world.stripe, customer)
        }
        world.settings.cvcMismatch = mismatch
        if tellsShop { _ = world.openShop() }
        world.looksAfterRefunds = refunds
        world.readsEvents = readsEvents
    }

    /// With an order the keys may change; without, a new key is a new purchase.
    var habits: [Habit] {
        Habit.allCases.filter { naming == .order || $0 != .takesNewKey }
    }
}

/// A call, by its name, and what goes wrong with the first of its kind.
public struct FirstFault: Sendable {
    let name: String
    let fault: Fault
    let times: Int

    public init(_ name: String, _ fault: Fault, times: Int = 1) {
        self.name = name
        self.fault = fault
        self.times = times
    }
}
