import Campaign
import Payments
import Testing

private let ann = Sample.known(CustomerReference("ann"))
private let saving = Sample.request(caller: Sample.ann, saving: Sample.terms)

/// A customer who was deleted in Stripe's dashboard.
@Suite("A customer who is gone at Stripe")
struct GoneCustomerTests {
    /// Ann has saved a card, and was deleted.
    private func delete(_ world: World) async throws {
        #expect(await world.pay(saving)?.isPaid == true)
        await world.untilQuiet()
        world.stripe.delete(try #require(world.stripe.customers.first))
    }

    private func saveAgain(method: PaymentMethodID = Sample.other) -> PayRequest {
        Sample.request(
            caller: Sample.ann,
            key: Sample.otherKey,
            method: method,
            saving: Sample.terms
        )
    }

    @Test("is made anew by the next request that saves a card, which charges once")
    func isMadeAnew() throws {
        let world = World()
        try world.play { world in
            try await delete(world)
            // Nothing was executed, and the same request again is a new attempt.
            #expect(await world.pay(saveAgain()) == .refused(.unavailable))
            #expect(world.stripe.book.count == 1)
            #expect(await world.pay(saveAgain())?.isPaid == true)
            #expect(await world.pay(saveAgain())?.view?.isReplay == true)
            await world.untilQuiet()
        }
        #expect(world.stripe.customers.count == 2)
        #expect(world.stripe.owners[Sample.other] == world.stripe.customers.last)
        #expect(world.stripe.book.count == 2)
        // One create was refused; it is not tried again with a name that is gone.
        #expect(world.posts.filter { $0.hasPrefix("create") }.count == 3)
        world.checkBook()
    }

    @Test("takes the saved cards along: the answer says to collect one anew, without a charge")
    func cardsAreGone() throws {
        let world = World()
        try world.play { world in
            try await delete(world)
            let again = Sample.request(caller: Sample.ann, key: Sample.otherKey)
            let answer = await world.pay(again)
            guard case .declined(let why) = answer?.view?.standing else {
                Issue.record("\(String(describing: answer))")
                return
            }
            #expect(why == .unusableMethod)
            // Known from now on, so that Stripe is not asked; above all it is not taken for a repeat
            // of the payment that saved the card.
            let posts = world.stripe.arrivals.count
            let third = Sample.known(IdempotencyKey("the-key-of-a-third-one"))
            let later = Sample.request(caller: Sample.ann, key: third)
            #expect(await world.pay(later) == .refused(.notFound))
            #expect(world.stripe.arrivals.count == posts)
            // Another card under the same key is the next attempt.
            #expect(await world.pay(saveAgain())?.isPaid == true)
        }
        #expect(world.stripe.book.count == 2)
        #expect(world.stripe.customers.count == 2)
        world.checkBook()
    }

    @Test("is found out when the cards are listed, and has none")
    func isListed() throws {
        let world = World()
        try world.play { world in
            try await delete(world)
            let wallet = world.instance.wallet
            #expect(await wallet.cards(of: ann, at: world.time.now) == .cards([]))
            #expect(await world.pay(saveAgain())?.isPaid == true)
        }
        #expect(world.database.savedCards[Sample.visa]?.isRemoved == true)
        #expect(world.stripe.customers.count == 2)
    }

    @Test("is made once by two instances that find out at the same moment")
    func isMadeOnce() throws {
        let world = World(seed: 3)
        try world.play(instances: 2) { world in
            try await delete(world)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let request = Sample.request(
                        caller: Sample.ann,
                        key: IdempotencyKey("the-key-of-purchase-\(number)"),
                        method: PaymentMethodID("pm_\(number)"),
                        saving: Sample.terms
                    )
                    group.addTask {
                        let instance = world.instances[number % 2]
                        let first = await world.pay(request, on: instance)
                        if first?.isPaid != true {
                            #expect(first == .refused(.unavailable))
                            #expect(await world.pay(request, on: instance)?.isPaid == true)
                        }
                    }
                }
            }
        }
        #expect(world.stripe.customers.count == 2)
        #expect(world.stripe.book.count == 21)
        world.checkBook()
    }

    @Test("stays as long as nobody can say so, and nothing is charged meanwhile")
    func isNotKnown() throws {
        let world = World()
        try world.play { world in
            try await delete(world)
            world.fail("customer exists", .unavailable, times: 2)
            for _ in 0..<2 {
                #expect(await world.pay(saveAgain()) == .refused(.unavailable))
            }
            #expect(world.stripe.customers.count == 1)
            #expect(await world.pay(saveAgain()) == .refused(.unavailable))
            #expect(await world.pay(saveAgain())?.isPaid == true)
        }
        #expect(world.stripe.book.count == 2)
        world.checkBook()
    }
}
