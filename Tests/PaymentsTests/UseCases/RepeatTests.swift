import Campaign
import Payments
import Testing

@Suite("Repeating a request")
struct RepeatTests {
    @Test(
        "gets the present state of an attempt that has ended",
        arguments: [
            (MemoryStripe.Card.pays, PaymentState.succeeded),
            (.declines(Sample.declined), .declined), (.unusable, .declined),
        ]
    )
    func ended(card: MemoryStripe.Card, state: PaymentState) throws {
        let world = World()
        world.stripe.cards[Sample.visa] = card
        let answers = try world.play { world in
            [await world.pay(Sample.request()), await world.pay(Sample.request())]
        }
        #expect(world.payment?.state == state)
        #expect(answers[0]?.standing == answers[1]?.standing)
        #expect(answers.map { $0?.view?.isReplay } == [false, true])
        #expect(world.stripe.arrivals.count == 1)
    }

    @Test("with another card after a decline is the next attempt, at the first price")
    func nextAttempt() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        let answers = try world.play { world in
            let first = await world.pay(Sample.request())
            var dearer = Sample.catalogue
            dearer.set(9900, for: Sample.photo, in: .usd)
            await world.service.sell(dearer)
            return [first, await world.pay(Sample.request(method: Sample.other))]
        }
        #expect(answers[0]?.standing == .declined(Sample.declined))
        #expect(answers[1]?.isPaid == true)
        #expect(answers[0]?.view?.payment != answers[1]?.view?.payment)
        #expect(world.stripe.book.map(\.amount) == [1400])
        world.checkBook()
    }

    @Test("with another purchase under the same key is refused")
    func keyReused() throws {
        let world = World()
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            return [
                await world.pay(Sample.request(cart: Sample.otherCart)),
                await world.pay(Sample.request(currency: .eur)),
                await world.pay(Sample.request(order: Sample.order)),
            ]
        }
        #expect(answers.map { $0?.refusal } == [.keyReused, .keyReused, .keyReused])
        #expect(world.stripe.book.count == 1)
    }

    @Test("of a refusal that proves nothing was executed tries again")
    func triesAgain() throws {
        let world = World()
        world.fail("post create", .refused, times: 10)
        let answers = try world.play { world in
            let first = await world.pay(Sample.request())
            world.heal()
            return [first, await world.pay(Sample.request())]
        }
        #expect(answers[0]?.refusal == .unavailable)
        #expect(answers[1]?.isPaid == true)
        #expect(world.stripe.book.count == 1)
    }

    @Test("that arrives while it runs waits and shares the answer, with whatever card")
    func shares() throws {
        let world = World()
        world.fail("post create", .slow(.seconds(5)))
        let answers = try world.play { world in
            async let first = world.pay(Sample.request())
            await world.time.sleep(.seconds(1))
            async let second = world.pay(Sample.request(method: Sample.other))
            return [await first, await second]
        }
        #expect(answers.allSatisfy { $0?.isPaid == true })
        #expect(world.stripe.arrivals.count == 1)
    }

    @Test("is answered whatever forbids a new payment")
    func answeredAnyway() throws {
        let world = World()
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            world.instance.processor.isOverloaded = true
            await world.service.sell(Catalogue())
            return [
                await world.pay(Sample.request()),
                await world.pay(Sample.request(key: Sample.otherKey, method: Sample.other)),
            ]
        }
        #expect(answers[0]?.isPaid == true)
        #expect(answers[1]?.refusal == .pricing(.unknownItem(Sample.photo)))
    }

    @Test("overload refuses before anything is written")
    func overload() throws {
        let world = World()
        let answer = try world.play { world in
            world.instance.processor.isOverloaded = true
            return await world.pay(Sample.request())
        }
        #expect(answer?.refusal == .overloaded)
        #expect(world.database.durableWrites == 0)
    }

    @Test("under a second key with the same method joins the attempt")
    func joins() throws {
        let world = World()
        let answers = try world.play { world in
            [
                await world.pay(Sample.request()),
                await world.pay(Sample.request(key: Sample.otherKey)),
                await world.pay(Sample.request(key: Sample.otherKey, method: Sample.other)),
            ]
        }
        #expect(Set(answers.map { $0?.view?.payment }).count == 1)
        #expect(world.stripe.book.count == 1)
    }

    @Test("without a key joins by card and cart, until the window is over")
    func joinsByCard() throws {
        let world = World()
        for method in [Sample.visa, Sample.other, Sample.third] {
            world.stripe.fingerprints[method] = "one card"
        }
        let answers = try world.play { world in
            let first = await world.pay(Sample.request(key: nil))
            let second = await world.pay(Sample.request(key: nil, method: Sample.other))
            let stranger = await world.pay(
                Sample.request(key: nil, method: Sample.third, origin: "elsewhere")
            )
            await world.time.sleep(.seconds(301))
            // The method that joined is a name of that attempt for good.
            let again = await world.pay(Sample.request(key: nil, method: Sample.other))
            let later = await world.pay(Sample.request(key: nil, method: Sample.third))
            return [first, second, stranger, later, again]
        }
        #expect(answers[0]?.view?.payment == answers[1]?.view?.payment)
        #expect(answers[2]?.standing == .duplicateSuspected)
        #expect(answers[2]?.view?.intent == nil)
        #expect(answers[3]?.isPaid == true)
        #expect(answers[4]?.view?.payment == answers[0]?.view?.payment)
        #expect(world.stripe.book.count == 2)
        world.checkBook()
    }
}
