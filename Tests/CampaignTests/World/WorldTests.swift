import Campaign
import Money
import Payments
import Testing

@Suite("The simulated world")
struct WorldTests {
    /// A run of a million payments makes one world after the other in one process.
    @Test("leaves nothing behind", arguments: [Fault?.none, .crashBefore, .crashAfter])
    func leavesNothing(fault: Fault?) throws {
        weak var first: PaymentService?
        weak var last: PaymentService?
        do {
            let world = World()
            world.plan.fault = { step in
                step.name == "post create" && step.instance == 0 ? fault : nil
            }
            let request = try request()
            try world.play { world in
                _ = await world.pay(request)
                await world.time.sleep(.seconds(30))
                #expect(world.instances.count == (fault == nil ? 1 : 2))
            }
            first = world.instances.first?.service
            last = world.service
            #expect(first != nil && last != nil)
        }
        #expect(first == nil && last == nil)
    }

    private func request() throws -> PayRequest {
        PayRequest(
            caller: .guest,
            key: IdempotencyKey("the-key-of-one-purchase"),
            order: nil,
            cart: Shop.photoCart,
            currency: .usd,
            method: PaymentMethodID("pm_visa"),
            presentation: Presentation(usesStripeSDK: false, returnURL: nil),
            origin: "one"
        )
    }
}
