import Money
import Payments

// Every use case that exists.

extension Flow {
    public static let all: [Flow] =
        plain + holds + offSession + sheets + saved + resolving + events

    private static let plain: [Flow] = [
        Flow("pay") { _, client in await client.pay() },
        Flow("pay by order", naming: .order) { _, client in await client.pay() },
        Flow("pay by card", naming: .card) { _, client in await client.pay() },
        Flow("pay in vain", naming: .order, cards: [.declines(.noFunds), .pays, .pays, .pays]) {
            _,
            client in
            await client.pay()
            await client.pay(card: 1)
        },
        Flow(
            "pay a fixed order",
            naming: .order,
            cards: [.declines(.noFunds), .pays, .pays, .pays],
            fixedPrice: Amount(minorUnits: 2599, currency: .eur)
        ) { _, client in
            guard await client.fixOrder() else { return }
            await client.pay()
            await client.pay(card: 1)
        },
        Flow("confirm", naming: .order, cards: [.challenges(then: .pays)]) { _, client in
            await client.pay()
            await client.finish()
        },
        Flow("confirm in vain", cards: [.challenges(then: .declines(.noFunds))]) { _, client in
            await client.pay()
            await client.finish()
        },
        Flow("replace", naming: .order, cards: [.challenges(then: .pays), .pays, .pays, .pays]) {
            _,
            client in
            await client.pay()
            await client.pay(card: 1)
        },
        Flow("pay and tell the shop", tellsShop: true) { _, client in await client.pay() },
        Flow("refund", refunds: true) { _, client in
            await client.pay()
            await client.refund(500)
        },
        Flow("refund by two at once", refunds: true) { _, client in
            await client.pay()
            await client.refundTwice(900)
        },
        Flow(
            "recover a refund",
            first: FirstFault("post refund", .keptFailure(withEffect: true)),
            refunds: true
        ) { _, client in
            await client.pay()
            await client.refund(nil)
        },
        Flow("cancel", cards: [.challenges(then: .pays)]) { _, client in
            await client.pay()
            await client.cancel()
        },
        Flow(
            "recover from a crash",
            naming: .order,
            first: FirstFault("post create", .crashAfter)
        ) { _, client in
            await client.pay()
        },
        Flow("recover a lost answer", first: FirstFault("post create", .lostWithEffect)) {
            _,
            client in
            await client.pay()
        },
        Flow(
            "recover by list",
            first: FirstFault("post create", .keptFailure(withEffect: true))
        ) { _, client in
            await client.pay()
        },
        Flow(
            "recover what never was",
            first: FirstFault("post create", .keptFailure(withEffect: false))
        ) { _, client in
            await client.pay()
        },
        Flow("pay while Stripe refuses", first: FirstFault("post create", .refused, times: 4)) {
            _,
            client in
            await client.pay()
        },
        Flow("pay while leases are renewed slowly", naming: .order, first: slowRenewals) {
            _,
            client in
            await client.pay()
        },
        Flow("recover a confirm", cards: [.challenges(then: .pays)], first: lostConfirm) {
            _,
            client in
            await client.pay()
            await client.finish()
        },
        Flow("reap", cards: [.challenges(then: .pays)]) { world, client in
            await client.pay()
            await world.suspend(for: .seconds(76 * 60))
        },
    ]

    /// Each is granted when the lease before is not trusted any more and the database has not let
    /// go of it yet.
    private static let slowRenewals = FirstFault("renew lease", .slow(.seconds(5)), times: 100)
    private static let lostConfirm = FirstFault("post confirm", .crashAfter)
}

extension Closing {
    static let noFunds = Closing(code: "card_declined", declineCode: "insufficient_funds")
}
