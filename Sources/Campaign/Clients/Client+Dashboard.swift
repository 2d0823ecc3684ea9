import Payments

// What others do at Stripe to what this client pays.

extension Client {
    /// How long the shop's people wait until their own shop shows the payment.
    private static let longestWait: Duration = .seconds(900)

    /// Does something to the newest intent of Stripe's, once the shop knows it too: whoever acts on
    /// a payment has seen it somewhere.
    func inDashboard(_ deed: @Sendable (MemoryStripe, PaymentIntentID) -> Void) async {
        let end = world.time.now + Client.longestWait
        while world.time.now < end {
            if let intent = world.stripe.order.last, world.database.knows(intent) {
                return deed(world.stripe, intent)
            }
            await world.time.sleep(.seconds(1))
        }
    }
}
