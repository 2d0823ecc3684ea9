import Payments

// Payments whose CVC was collected again and is refused where it is wrong: the amount is held, the
// check is read, and then the hold is captured or given back.

extension Flow {
    static let holds: [Flow] = [
        Flow("hold and capture", cvc: [.pass]) { _, client in await client.pay() },
        Flow("hold and give back", cvc: [.fail]) { _, client in await client.pay() },
        Flow("hold, unchecked", cvc: [.unchecked]) { _, client in await client.pay() },
        Flow("hold in vain", naming: .order, cvc: [.fail, .pass, .pass, .pass]) { _, client in
            await client.pay()
            await client.pay(card: 1)
        },
        Flow(
            "confirm a hold",
            naming: .order,
            cards: [.challenges(then: .pays)],
            cvc: [.pass]
        ) { _, client in
            await client.pay()
            await client.finish()
        },
        Flow("confirm a hold in vain", cards: [.challenges(then: .pays)], cvc: [.fail]) {
            _,
            client in
            await client.pay()
            await client.finish()
        },
        Flow("hold by list", cvc: [.pass], first: lostCreate) { _, client in await client.pay() },
        Flow("give back by list", cvc: [.fail], first: lostCreate) { _, client in
            await client.pay()
        },
        Flow(
            "recover a capture",
            naming: .order,
            cvc: [.pass],
            first: FirstFault("post capture", .crashAfter)
        ) { _, client in
            await client.pay()
        },
        Flow(
            "read a capture",
            cvc: [.pass],
            first: FirstFault("post capture", .keptFailure(withEffect: true))
        ) { _, client in
            await client.pay()
        },
        Flow(
            "capture again",
            cvc: [.pass],
            first: FirstFault("post capture", .keptFailure(withEffect: false))
        ) { _, client in
            await client.pay()
        },
        Flow(
            "recover what gives back",
            naming: .order,
            cvc: [.fail],
            first: FirstFault("post cancel", .crashAfter)
        ) { _, client in
            await client.pay()
        },
        Flow("cancel a hold", cvc: [.pass], first: FirstFault("post capture", .refused, times: 6)) {
            _,
            client in
            await client.pay()
            await client.cancel()
        },
        Flow("hold past the limit", cvc: [.pass], first: lostCapture) { world, client in
            await client.pay()
            await world.suspend(for: .seconds(11 * 60))
        },
    ]

    private static let lostCreate = FirstFault("post create", .keptFailure(withEffect: true))
    private static let lostCapture = FirstFault("post capture", .lostWithoutEffect, times: 6)
}
