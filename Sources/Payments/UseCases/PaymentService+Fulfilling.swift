// Telling the shop, and the moment that a customer waits for what it says.

extension PaymentService {
    /// An outcome has been written down. A success is told at the end of the work, whose waiters
    /// wait for what the shop says; nobody waits for what it says of another outcome.
    func reached(_ outcome: PaymentOutcome, _ drive: Drive) {
        guard let shop else { return }
        let fulfillment = Fulfillment(outcome, of: drive.payment)
        if outcome == .succeeded {
            drive.fulfillment = fulfillment
        } else {
            inBackground { _ in _ = await shop.deliver(fulfillment) }
        }
    }

    /// Waits a moment for the shop. Whoever cannot wait so long is told of the success without it:
    /// each request has its own deadline.
    func hearShop(_ drive: Drive) async {
        guard let shop, let fulfillment = drive.fulfillment else { return }
        // A request that comes now is no reason to try anything again: it waits for the end.
        drive.pauses = 0
        let id = drive.payment.id
        inBackground { service in
            let answer = await shop.deliver(fulfillment)
            service.drives[id]?.payment.fulfillment = answer
            service.drives[id]?.wake()
        }
        await withCheckedContinuation { continuation in
            let number = drive.suspend(continuation)
            time.call(after: DeliveryRules.firstAnswer) { [self] in
                inBackground { $0.drives[id]?.wake(number) }
            }
        }
    }
}
