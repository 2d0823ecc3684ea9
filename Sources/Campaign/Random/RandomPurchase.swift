import Payments

/// A purchase, drawn: how it is named, what the cards do, how many devices there are and what their
/// habits are.
struct RandomPurchase: Sendable {
    let shopper: Shopper
    private let cards: [MemoryStripe.Card]
    private let checks: [CVCVerdict]
    private let dice: Dice

    init(_ shopper: Shopper, _ dice: Dice) {
        self.shopper = shopper
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
    func hold(in stripe: MemoryStripe) {
        if shopper.keeping.saved != nil {
            stripe.cards[shopper.methods[Shopper.mostCards - 1]] = cards[0]
        } else {
            shopper.hold(cards, in: stripe)
        }
        shopper.answer(checks, in: stripe)
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
        await client.pay()
        if dice.happens(80) {
            await world.time.sleep(dice.seconds(upTo: 10))
            await client.finish(succeeds: dice.happens(90))
        }
        if dice.happens(10) { await client.cancel() }
        if shopper.naming != .card, dice.happens(15) { await client.pay(card: 1) }
    }
}
