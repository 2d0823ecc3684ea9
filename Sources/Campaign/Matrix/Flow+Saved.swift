import Payments

// A signed-in customer saves a card, pays with it, looks at it and takes it off; and the customer,
// or the card, may be gone at Stripe.

extension Flow {
    static let saved: [Flow] = [
        saving("save a card") { _, client in await client.pay() },
        saving("save a card by card", naming: .card) { _, client in await client.pay() },
        saving("save a card with a challenge", cards: [.challenges(then: .pays)]) { _, client in
            await client.pay()
            await client.finish()
        },
        saving("save a card in vain", naming: .order, cards: [.declines(.noFunds), .pays]) {
            _,
            client in
            await client.pay()
            await client.pay(card: 1)
        },
        saving("save a card and look at it") { _, client in
            await client.pay()
            _ = await client.lookAtCards()
        },
        saving("save a card and take it off") { _, client in
            await client.pay()
            await client.takeCardOff()
        },
        saving("save a card after a deletion", dashboard: { $0.delete($1) }) { _, client in
            await client.pay()
        },
        saving("look at the cards after a deletion") { world, client in
            await client.pay()
            for customer in world.stripe.customers { world.stripe.delete(customer) }
            _ = await client.lookAtCards()
        },
        paying("pay with a saved card", named, cvc: .pass),
        paying("pay with a saved card, unchecked", named, naming: .order, cvc: .unchecked),
        paying("pay with a saved card, wrong code", named, cvc: .fail),
        paying("accept a saved card", named, cvc: .pass, mismatch: .accept),
        paying("accept a saved card, unchecked", named, cvc: .unchecked, mismatch: .accept),
        paying("accept a saved card, wrong code", named, cvc: .fail, mismatch: .accept),
        paying("pay with the only card", only, cvc: .pass, mismatch: .accept),
        paying("pay with the only card, wrong code", only, naming: .order, cvc: .fail),
        paying("pay with the card of a deleted customer", named, dashboard: { $0.delete($1) }),
        paying(
            "pay with a card taken off elsewhere",
            named,
            dashboard: { stripe, _ in
                stripe.detach(savedCard)
            }
        ),
        paying("pay with the only card of nobody", only, dashboard: { $0.delete($1) }),
        Flow("take a saved card off", keeping: named) { _, client in await client.takeCardOff() },
    ]

    private static let savedCard = Shop.known(PaymentMethodID("pm_saved_0"))
    private static let named = CardKeeping.paysWith(savedCard)
    private static let only = CardKeeping.paysWithTheOnly(of: [savedCard])

    private static func saving(
        _ name: String,
        naming: Shopper.Naming = .key,
        cards: [MemoryStripe.Card] = [.pays],
        dashboard: (@Sendable (MemoryStripe, StripeCustomerID) -> Void)? = nil,
        play: @escaping @Sendable (World, Client) async -> Void
    ) -> Flow {
        Flow(
            name,
            naming: naming,
            cards: cards,
            keeping: .saves,
            dashboard: dashboard,
            play: play
        )
    }

    private static func paying(
        _ name: String,
        _ keeping: CardKeeping,
        naming: Shopper.Naming = .key,
        cvc: CVCVerdict = .pass,
        mismatch: CVCMismatchPolicy = .refuse,
        dashboard: (@Sendable (MemoryStripe, StripeCustomerID) -> Void)? = nil
    ) -> Flow {
        Flow(
            name,
            naming: naming,
            cvc: [cvc],
            keeping: keeping,
            mismatch: mismatch,
            dashboard: dashboard
        ) { _, client in await client.pay() }
    }
}
