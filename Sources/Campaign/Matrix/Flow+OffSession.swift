import Payments

// The shop charges a saved card while its customer is away. Some cards want the customer, who then
// finishes the same intent, pays with another card, or never comes; and customer and shop may pay
// one order at once.

extension Flow {
    static let offSession: [Flow] = [
        away("charge") { _, client in await client.charge() },
        away("charge in vain", cards: [.declines(.noFunds), .pays, .pays, .pays]) { _, client in
            await client.charge()
            await client.charge(card: 1)
        },
        away("charge and pay", cards: [.pays]) { _, client in
            await client.charge()
            await client.pay()
        },
        away("charge while paying") { world, client in
            await client.payAndCharge()
        },
        away("charge while paying with a challenge", cards: challenging) { _, client in
            await client.payAndCharge()
        },
        away("charge and meet the customer", cards: challenging) { _, client in
            await client.charge()
            await client.meet()
        },
        away("charge and pay on session", cards: challenging) { _, client in
            await client.charge()
            await client.pay()
            await client.finish()
        },
        away("charge and pay with another card", cards: challenging) { _, client in
            await client.charge()
            await client.pay(card: 1)
        },
        away("charge and meet in vain", cards: [.challenges(then: .declines(.noFunds))]) {
            _,
            client in
            await client.charge()
            await client.meet()
        },
        away("recover a charge", cards: challenging, first: lost(.crashAfter)) { _, client in
            await client.charge()
        },
        away("find a charge by list", cards: challenging, first: kept) { _, client in
            await client.charge()
        },
        away("recover what the customer began", cards: challenging, first: lostConfirm) {
            _,
            client in
            await client.charge()
            await client.meet()
        },
        away("charge and cancel", cards: challenging) { _, client in
            await client.charge()
            await client.cancel()
        },
        away("charge and wait in vain", cards: challenging, tellsShop: true) { world, client in
            await client.charge()
            // The week is the database's; nobody would learn more from seven days of empty looks.
            world.database.skew += .seconds(7 * 86_400 + 60)
            await world.time.sleep(.seconds(60))
        },
    ]

    private static let challenging: [MemoryStripe.Card] = [
        .challenges(then: .pays), .pays, .pays, .pays,
    ]
    private static let lostConfirm = FirstFault("post confirm", .crashAfter)
    private static let kept = lost(.keptFailure(withEffect: true))

    private static func lost(_ fault: Fault) -> FirstFault { FirstFault("post create", fault) }

    private static func away(
        _ name: String,
        cards: [MemoryStripe.Card] = [.pays],
        first: FirstFault? = nil,
        tellsShop: Bool = false,
        play: @escaping @Sendable (World, Client) async -> Void
    ) -> Flow {
        Flow(
            name + " (off session)",
            naming: .order,
            cards: cards,
            first: first,
            hasSavedCards: true,
            tellsShop: tellsShop,
            play: play
        )
    }
}
