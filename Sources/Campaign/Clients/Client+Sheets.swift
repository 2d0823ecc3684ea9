import Payments

// An app that pays with a sheet, of which the service sees only the beginning.

extension Client {
    /// Opens a sheet, or hands a card of one on, and what the habit makes of the answer.
    func open(card: Int? = nil) async {
        let request = Request.pay(shopper.sheet(key: keyName, card: card))
        await send(request)
        await insist { client in
            .pay(client.shopper.sheet(key: client.keyName, card: card))
        }
    }

    /// The app pays what it has open with this card, out of the service's sight.
    func payInSheet(card: Int = 0) {
        guard let intent = last?.view?.intent else { return }
        world.stripe.payInApp(intent, with: shopper.methods[card])
    }

    /// The SDK shows the challenge of what it has open.
    func authenticateInSheet(succeeds: Bool = true) {
        guard let intent = last?.view?.intent else { return }
        world.stripe.authenticate(intent, succeeds: succeeds)
    }

    /// Tells the service what came of it.
    func report() async {
        guard let intent = last?.view?.intent else { return }
        let call = Request.confirm(shopper.secondCall(intent))
        await send(call)
        await insist { _ in call }
    }
}
