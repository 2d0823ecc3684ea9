import Payments

// Intents that the app confirms: opened here, paid out of sight, and found by reading.

extension Flow {
    static let sheets: [Flow] = [
        Flow("pay in a sheet") { _, client in
            await client.open()
            client.payInSheet()
            await client.report()
        },
        Flow("pay in a sheet and say nothing", naming: .order, tellsShop: true) { world, client in
            await client.open()
            client.payInSheet()
            await world.time.sleep(.seconds(180))
        },
        Flow(
            "pay in a sheet with the second card",
            cards: [.declines(.noFunds), .challenges(then: .pays), .pays, .pays]
        ) { world, client in
            await client.open()
            client.payInSheet(card: 0)
            await client.report()
            client.payInSheet(card: 1)
            client.authenticateInSheet()
            await client.report()
        },
        Flow("pay beside an open sheet", naming: .order) { _, client in
            await client.open()
            await client.pay(card: 1)
        },
        Flow("pay beside a paid sheet", naming: .order) { _, client in
            await client.open()
            client.payInSheet()
            await client.pay(card: 1)
        },
        Flow("leave a sheet", naming: .order) { world, client in
            await client.open()
            await world.suspend(for: .seconds(25 * 3600))
            await world.time.sleep(.seconds(60))
        },
        Flow("cancel a sheet") { _, client in
            await client.open()
            await client.cancel()
        },
        Flow("confirm for a sheet", naming: .order) { _, client in await client.open(card: 0) },
        Flow("confirm for a sheet, challenged", cards: [.challenges(then: .pays)]) { _, client in
            await client.open(card: 0)
            client.authenticateInSheet()
            await client.report()
        },
        Flow(
            "confirm for a sheet in vain",
            naming: .order,
            cards: [.declines(.noFunds), .pays, .pays, .pays]
        ) { _, client in
            await client.open(card: 0)
            await client.open(card: 1)
        },
        Flow(
            "recover what a sheet opens",
            naming: .order,
            first: FirstFault("post create", .crashAfter)
        ) { _, client in
            await client.open()
            client.payInSheet()
        },
    ]
}
