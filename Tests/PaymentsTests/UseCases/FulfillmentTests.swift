import Campaign
import Payments
import Testing

@Suite("The shop is told of a success")
struct FulfillmentTests {
    /// DC12.
    @Test("in the same commit, and its answer is the customer's")
    func isToldOnce() throws {
        let world = World()
        let shop = world.openShop()
        let answers = try world.play { world in
            var answers: [PaymentAnswer?] = []
            for _ in 0..<10 { answers.append(await world.pay(Sample.request())) }
            return answers
        }
        let payment = try #require(world.payment)
        #expect(answers.count { $0?.view?.fulfillment == "thanks for \(payment.id)" } == 10)
        #expect(shop.heard.map(\.id) == [FulfillmentID(.succeeded, of: payment.id)])
        #expect(shop.heard[0].amount == payment.amount)
        #expect(shop.heard[0].intent == payment.intent)
        // The claim, the success with its row: the row is no commit of its own.
        #expect(world.database.durableWrites == 2)
        #expect(world.database.outbox.count == 1)
    }

    @Test("and nobody waits longer than two seconds for it")
    func isSlow() throws {
        let world = World()
        let shop = world.openShop()
        shop.delay = .seconds(6)
        let (first, took, later) = try world.play { world in
            let begun = world.time.now
            let first = await world.pay(Sample.request())
            let took = world.time.now - begun
            await world.time.sleep(.seconds(10))
            return (first, took, await world.pay(Sample.request()))
        }
        #expect(first?.isPaid == true)
        #expect(first?.view?.fulfillment == nil)
        #expect(took >= .seconds(2) && took < .milliseconds(2500))
        #expect(later?.view?.fulfillment != nil)
        #expect(shop.heard.count == 1)
    }

    @Test("and nobody waits past the deadline of the answer")
    func hasDeadline() throws {
        let world = World()
        let shop = world.openShop()
        shop.delay = .seconds(6)
        world.answerTimeout = .seconds(1)
        let (answer, took) = try world.play { world in
            let begun = world.time.now
            return (await world.pay(Sample.request()), world.time.now - begun)
        }
        #expect(answer?.isPaid == true)
        #expect(took <= .seconds(1))
    }

    @Test("until it says that it knows, less and less often")
    func isRepeated() throws {
        let world = World()
        let shop = world.openShop()
        shop.answer = { [unowned shop] _ in
            shop.heard.count < 5 ? .failed(reason: "status 500") : .accepted(answer: "late")
        }
        let (first, failure, last) = try world.play { world in
            let first = await world.pay(Sample.request())
            let failure = world.database.outbox.values.first?.failure
            await world.untilQuiet()
            return (first, failure, await world.pay(Sample.request()))
        }
        #expect(first?.isPaid == true)
        #expect(first?.view?.fulfillment == nil)
        #expect(failure == "status 500")
        #expect(last?.view?.fulfillment == "late")
        #expect(shop.heard.count == 5)
        #expect(Set(shop.heard).count == 1)
    }

    /// ST10.
    @Test("by another instance where the first one dies over it")
    func isTakenOver() throws {
        let world = World()
        let shop = world.openShop()
        world.fail("deliver succeeded", .crashBefore)
        try world.play(instances: 2) { world in
            _ = await world.pay(Sample.request(), on: world.instances[0])
            await world.untilQuiet()
        }
        #expect(shop.heard.count == 1)
        #expect(world.database.outbox.values.allSatisfy { $0.isAcknowledged })
    }

    @Test("never by two instances at once")
    func isHeld() throws {
        let world = World()
        let shop = world.openShop()
        shop.delay = .seconds(9)
        try world.play(instances: 3) { world in
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(shop.heard.count == 1)
    }

    @Test("or it looks itself, and the row waits for that")
    func looksItself() throws {
        let world = World()
        let answer = try world.play { await $0.pay(Sample.request()) }
        #expect(answer?.isPaid == true)
        #expect(answer?.view?.fulfillment == nil)
        #expect(world.database.outbox.values.map(\.isAcknowledged) == [false])
    }

    @Test("and of a payment that stayed open, both times")
    func processing() throws {
        let world = World()
        let shop = world.openShop()
        world.stripe.cards[Sample.visa] = .processes
        try world.play { world in
            let answer = await world.pay(Sample.request())
            let intent = try #require(answer?.view?.intent)
            world.stripe.force(intent, status: "requires_payment_method")
            await world.untilQuiet()
        }
        #expect(shop.heard.map(\.id.outcome) == [.processing, .failed])
    }

    @Test("and of a decline it is not, which its customer has just read")
    func declined() throws {
        let world = World()
        let shop = world.openShop()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        _ = try world.play { await $0.pay(Sample.request()) }
        #expect(shop.heard.isEmpty)
        #expect(world.database.outbox.isEmpty)
    }
}
