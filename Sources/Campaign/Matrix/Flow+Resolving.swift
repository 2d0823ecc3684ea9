import Payments

// What the service cannot end by itself, and a person does.

extension Flow {
    static let resolving: [Flow] = [
        Flow("adopt what was quarantined", first: otherAmount, tellsShop: true) { _, client in
            await client.payOnce()
            await client.resolve(.adopt)
        },
        Flow("refund what was quarantined", first: otherAmount, refunds: true) { _, client in
            await client.payOnce()
            await client.resolve(.refund)
        },
        Flow(
            "close what was quarantined",
            naming: .order,
            cards: [.challenges(then: .pays), .pays, .pays, .pays],
            first: otherAmount
        ) { _, client in
            await client.payOnce()
            await client.resolve(.close)
        },
        Flow("close what is missing", cards: [.processes]) { world, client in
            await client.payOnce()
            world.stripe.loseAll()
            // What comes late comes to an end by itself.
            world.stripe.cards = world.stripe.cards.mapValues { _ in .pays }
            await world.untilAwake()
            await client.resolve(.close)
            // Whoever met a machine that slept comes back the next day.
            await world.untilAwake()
            await client.resolve(.close)
        },
        Flow("give a payment back by a person's word", refunds: true) { _, client in
            await client.payOnce()
            await client.resolve(.refund)
        },
    ]

    private static let otherAmount = FirstFault("post create", .otherAmount)
}
