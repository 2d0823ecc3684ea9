import Payments

/// A purchase, drawn: how it is named, what the cards do, how many devices there are and what their
/// habits are.
struct RandomPurchase: Sendable {
    /// By which way it is paid.
    enum Way: Sendable {
        case atTheCheckout
        /// The shop charges a saved card; the customer comes later, or never.
        case away
        /// The app opens a sheet.
        case sheet
    }

    let shopper: Shopper
    private let way: Way
    private let cards: [MemoryStripe.Card]
    private let checks: [CVCVerdict]
    private let dice: Dice

    init(_ shopper: Shopper, way: Way = .atTheCheckout, _ dice: Dice) {
        self.shopper = shopper
        self.way = way
        self.dice = dice
        cards = (0..<Shopper.mostCards).map { _ in dice.pick(RandomPurchase.kinds) }
        checks = (0..<Shopper.mostCards).map { _ in dice.pick(RandomPurchase.verdicts) }
    }

    private static let kinds: [MemoryStripe.Card] = [
        .pays, .pays, .pays, .pays, .pays, .challenges(then: .pays), .challenges(then: .pays),
        .challenges(then: .declines(.noFunds)), .declines(.noFunds), .unusable,
    ]

    private static let verdicts: [CVCVerdict] = [.pass, .pass, .fail, .unchecked]

    /// A saved card does what it did when it was saved.
    func hold(in world: World) {
        let stripe = world.stripe
        if shopper.keeping.saved != nil {
            stripe.cards[shopper.methods[Shopper.mostCards - 1]] = cards[0]
        } else {
            shopper.hold(cards, in: stripe)
        }
        shopper.answer(checks, in: stripe)
        if way == .away, let customer = shopper.customer {
            world.save(shopper.methods, of: customer)
        }
    }

    /// One device, at times two; without an order they know nothing of each other's keys, so they
    /// share one.
    func clients(
        in world: World,
        _ onAnswer: @escaping (PaymentAnswer?) -> Void
    ) -> [Client] {
        (0..<(dice.happens(15) ? 2 : 1)).map { device in
            let client = Client(
                world,
                shopper,
                dice.pick(habits),
                copies: dice.pick([1, 1, 1, 1, 1, 1, 2, 2, 8]),
                device: shopper.naming == .order ? "device-\(device)" : "device",
                turn: dice.number(below: 8)
            )
            client.onAnswer = onAnswer
            return client
        }
    }

    /// Who is known by the card alone is so for some minutes only, which are soon over where clocks
    /// jump; so it stays one payment method there.
    private var habits: [Habit] {
        switch shopper.naming {
        case .order: Habit.allCases
        case .key: [.givesUp, .repeatsRequest, .takesNewCard]
        case .card: [.givesUp, .repeatsRequest]
        }
    }

    /// Pays, and does what is asked, mostly.
    func shop(_ client: Client, _ world: World) async {
        switch way {
        case .atTheCheckout: await checkOut(client, world)
        case .away: await beCharged(client, world)
        case .sheet: await useSheet(client, world)
        }
    }

    /// The shop charges, and the customer who is wanted comes, pays in another way, or stays away.
    private func beCharged(_ client: Client, _ world: World) async {
        await client.charge()
        await world.time.sleep(dice.seconds(upTo: 30))
        switch dice.number(below: 6) {
        case 0, 1: await client.meet()
        case 2:
            await client.pay()
            await client.finish(succeeds: dice.happens(90))
        case 3:
            await client.pay(card: 1)
            await client.finish(succeeds: dice.happens(90))
        case 4: await client.cancel()
        case _: break
        }
    }

    /// A sheet is paid, and the service told of it or not; it is left, or the order paid beside it.
    private func useSheet(_ client: Client, _ world: World) async {
        await client.open()
        await world.time.sleep(dice.seconds(upTo: 30))
        switch dice.number(below: 7) {
        case 0, 1, 2:
            client.payInSheet()
            client.authenticateInSheet(succeeds: dice.happens(90))
            await client.report()
        case 3:
            client.payInSheet()
            client.authenticateInSheet()
        case 4 where shopper.naming == .order:
            await client.pay(card: 1)
            await client.finish(succeeds: dice.happens(90))
        case 5: await client.cancel()
        case _: break
        }
    }

    private func checkOut(_ client: Client, _ world: World) async {
        await client.pay()
        if dice.happens(80) {
            await world.time.sleep(dice.seconds(upTo: 10))
            await client.finish(succeeds: dice.happens(90))
        }
        if dice.happens(10) { await client.cancel() }
        if shopper.naming != .card, dice.happens(15) { await client.pay(card: 1) }
    }
}
