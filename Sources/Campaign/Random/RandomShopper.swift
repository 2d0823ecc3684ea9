import Payments

/// A shopper, drawn: how the purchase is named, what the cards do, how many devices there are and
/// what their habits are.
struct RandomShopper: Sendable {
    let shopper: Shopper
    private let cards: [MemoryStripe.Card]
    private let checks: [CVCVerdict]
    private let dice: Dice

    init(number: Int, _ dice: Dice) {
        self.dice = dice
        let isKnown = dice.happens(30)
        shopper = Shopper(
            number: number,
            naming: dice.pick([.key, .key, .order, .order, .card]),
            caller: isKnown
                ? .customer(Shop.known(CustomerReference("customer-\(number)"))) : .guest,
            cvcPolicy: dice.happens(25) ? .refuse : nil
        )
        cards = (0..<Shopper.mostCards).map { _ in dice.pick(RandomShopper.kinds) }
        checks = (0..<Shopper.mostCards).map { _ in dice.pick(RandomShopper.verdicts) }
    }

    private static let kinds: [MemoryStripe.Card] = [
        .pays, .pays, .pays, .pays, .pays, .challenges(then: .pays), .challenges(then: .pays),
        .challenges(then: .declines(.noFunds)), .declines(.noFunds), .unusable,
    ]

    private static let verdicts: [CVCVerdict] = [.pass, .pass, .fail, .unchecked]

    func hold(in stripe: MemoryStripe) {
        shopper.hold(cards, in: stripe)
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

    /// Comes some time, pays, and does what is asked, mostly.
    func shop(_ client: Client, _ world: World) async {
        await world.time.sleep(dice.seconds(upTo: 60))
        await client.pay()
        if dice.happens(80) {
            await world.time.sleep(dice.seconds(upTo: 10))
            await client.finish(succeeds: dice.happens(90))
        }
        if dice.happens(10) { await client.cancel() }
        if shopper.naming != .card, dice.happens(15) { await client.pay(card: 1) }
    }
}
