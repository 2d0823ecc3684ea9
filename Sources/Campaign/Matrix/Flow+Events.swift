import Payments

// What others do at Stripe, of which the service learns from Stripe's list of events alone.

extension Flow {
    static let events: [Flow] = [
        listening("adopt a cancel", cards: challenging) { _, client in
            await client.pay()
            await client.inDashboard { $0.cancelByHand($1) }
        },
        listening("adopt a cancel while confirming", cards: challenging) { _, client in
            await client.pay()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await client.finish() }
                group.addTask { await client.inDashboard { $0.cancelByHand($1) } }
            }
        },
        listening("adopt a cancel and pay again", cards: challenging) { world, client in
            await client.pay()
            await client.inDashboard { $0.cancelByHand($1) }
            await world.time.sleep(.seconds(5))
            await client.pay(card: 1)
        },
        listening("adopt a paid sheet", tellsShop: true) { _, client in
            await client.open()
            client.payInSheet()
        },
        listening("adopt a canceled sheet") { _, client in
            await client.open()
            await client.inDashboard { $0.cancelByHand($1) }
        },
        listening("adopt the cancel of a charge", cards: challenging, isAway: true) { _, client in
            await client.charge()
            await client.inDashboard { $0.cancelByHand($1) }
        },
        listening("adopt a refund") { _, client in
            await client.pay()
            await client.inDashboard { $0.refundByHand($1, 500) }
        },
        listening("adopt a refund beside another") { _, client in
            await client.pay()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await client.refund(900) }
                group.addTask { await client.inDashboard { $0.refundByHand($1, 900) } }
            }
        },
        listening("adopt a refund that fails") { world, client in
            world.stripe.refundsArePending = true
            await client.pay()
            await client.inDashboard { $0.refundByHand($1, 500) }
            await world.time.sleep(.seconds(15))
            await client.inDashboard { stripe, _ in stripe.failRefunds() }
        },
        listening("adopt refunds of several pages") { world, client in
            world.stripe.pageSize = 1
            await client.pay()
            await client.inDashboard { $0.refundByHand($1, 300) }
            await client.inDashboard { $0.refundByHand($1, 400) }
        },
        listening("learn of a dispute") { world, client in
            await client.pay()
            await client.inDashboard { $0.dispute($1, .opened) }
            await world.time.sleep(.seconds(15))
            await client.inDashboard { $0.dispute($1, .lost) }
        },
    ]

    private static let challenging: [MemoryStripe.Card] = [
        .challenges(then: .pays), .pays, .pays, .pays,
    ]

    private static func listening(
        _ name: String,
        cards: [MemoryStripe.Card] = [.pays],
        isAway: Bool = false,
        tellsShop: Bool = false,
        play: @escaping @Sendable (World, Client) async -> Void
    ) -> Flow {
        Flow(
            name,
            naming: .order,
            cards: cards,
            hasSavedCards: isAway,
            tellsShop: tellsShop,
            refunds: true,
            readsEvents: true,
            play: play
        )
    }
}

extension DisputeStanding {
    static let opened = DisputeStanding(status: "needs_response", funds: .withdrawn)
    static let lost = DisputeStanding(status: "lost", funds: .withdrawn)
}
