import Campaign
import Money
import Payments
import Testing

@Suite("The customer of the shop's charge, whom the bank wants")
struct AbsentCustomerTests {
    /// SC02.
    @Test("finishes the same intent, with a card and a presentation of their own call")
    func sameIntent() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            #expect(world.payment?.state == .requiresCustomer)
            #expect(world.payment?.owner == .nobody)
            let asked = await world.confirm(Away.comes(to: intent))
            #expect(asked?.isChallenge == true && asked?.view?.intent == intent)
            #expect(await world.confirm(Away.comes(to: intent))?.isChallenge == true)
            world.stripe.authenticate(intent)
            #expect(await world.confirm(Away.comes(to: intent))?.isPaid == true)
            #expect(await world.charge(Away.charge())?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "confirm-1", "confirm-2"])
        #expect(world.body(1).contains("payment_method=pm_visa"))
        #expect(world.body(1).contains("sdk=true"))
        // What was authenticated is not brought anew.
        #expect(!world.body(2).contains("payment_method="))
        #expect(!world.body(1).contains("off_session"))
        world.checkBook()
    }

    @Test("is nobody else")
    func strangers() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            for caller in [Caller.guest, Sample.bob] {
                let answer = await world.confirm(Away.comes(to: intent, caller: caller))
                #expect(answer == .refused(.notFound))
            }
        }
        #expect(world.posts == ["create-1"])
    }

    @Test("pays the order with the same card, which is the same intent")
    func byOrder() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            let asked = await world.pay(Away.pays(key: Sample.key))
            #expect(asked?.isChallenge == true && asked?.view?.intent == intent)
            world.stripe.authenticate(intent)
            #expect(await world.pay(Away.pays(key: Sample.key))?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "confirm-1", "confirm-2"])
        world.checkBook()
    }

    @Test("pays the order with another card, once the first attempt is canceled")
    func anotherCard() throws {
        let world = Away.world(Sample.visa, Sample.other)
        try world.play { world in
            _ = try await world.wanted()
            #expect(await world.pay(Away.pays(Sample.other))?.isPaid == true)
            #expect(await world.charge(Away.charge())?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "cancel-1", "create-1"])
        #expect(world.database.outbox.keys.map(\.type) == ["payment.succeeded"])
        world.checkBook()
    }

    @Test("fails the challenge, and the order is free again")
    func failed() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            _ = await world.confirm(Away.comes(to: intent))
            world.stripe.authenticate(intent, succeeds: false)
            let failure = Closing(code: "payment_intent_authentication_failure")
            let failed = await world.confirm(Away.comes(to: intent))
            #expect(failed?.standing == .declined(failure))
            world.stripe.cards[Sample.visa] = .pays
            #expect(await world.charge(Away.charge(Sample.otherKey))?.isPaid == true)
        }
        #expect(world.database.payments.map(\.state) == [.declined, .succeeded])
        world.checkBook()
    }

    @Test("has an hour once the challenge has begun")
    func hour() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            _ = await world.confirm(Away.comes(to: intent))
            await world.time.sleep(.seconds(3700))
            #expect(await world.confirm(Away.comes(to: intent))?.standing == .expired)
        }
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    @Test("has seven days to come; then it is canceled at Stripe, and the shop is told once")
    func sevenDays() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            await world.time.sleep(.seconds(7 * 86_400 - 60))
            #expect(world.payment?.state == .requiresCustomer)
            #expect(world.posts == ["create-1"])
            await world.time.sleep(.seconds(180))
            await world.untilQuiet()
            #expect(world.stripe.status(of: intent) == "canceled")
            #expect(await world.charge(Away.charge())?.standing == .expired)
            #expect(await world.confirm(Away.comes(to: intent))?.standing == .expired)
        }
        #expect(world.payment?.state == .expired)
        #expect(world.posts == ["create-1", "cancel-1"])
        #expect(world.database.outbox.keys.map(\.type) == ["payment.failed"])
        world.checkBook()
    }

    @Test("or the shop ends it")
    func canceled() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            _ = try await world.wanted()
            let payment = try #require(world.payment)
            let ended = await world.cancel(.fromShop(payment.id))
            #expect(ended?.standing == .canceled(.canceled))
        }
        #expect(world.posts == ["create-1", "cancel-1"])
        world.checkBook()
    }

    @Test("whose first try Stripe does not take just now still has the week")
    func refusedNow() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            world.fail("post confirm", .refused, times: 10)
            #expect(await world.confirm(Away.comes(to: intent)) == .refused(.unavailable))
            #expect(world.payment?.state == .requiresCustomer)
            world.heal()
            await world.time.sleep(.seconds(2 * 86_400))
            #expect(await world.confirm(Away.comes(to: intent))?.isChallenge == true)
        }
        world.checkBook()
    }

    @Test("who has taken the card off is told that it cannot be used")
    func removedCard() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let intent = try await world.wanted()
            world.stripe.detach(Sample.visa)
            let answer = await world.confirm(Away.comes(to: intent))
            #expect(answer?.standing == .declined(.unusableMethod))
        }
        #expect(world.stripe.book.isEmpty)
        world.checkBook()
    }

    // MARK: The shop does nothing for them

    @Test("is not acted for when the shop asks again", arguments: [false, true])
    func shopsRepeat(_ isAuthenticated: Bool) throws {
        let world = Away.world(Sample.visa, Sample.other)
        try world.play { world in
            let intent = try await world.wanted()
            #expect(
                await world.charge(Away.charge())?.standing == .requiresCustomer(Sample.visa)
            )
            _ = await world.confirm(Away.comes(to: intent))
            if isAuthenticated { world.stripe.authenticate(intent) }
            #expect(await world.charge(Away.charge())?.isChallenge == true)
            for request in [
                Away.charge(Sample.otherKey), Away.charge(method: Sample.other),
                Away.charge(Sample.otherKey, method: Sample.other),
            ] {
                #expect(await world.charge(request) == .refused(.paymentInProgress))
            }
            #expect(world.payment?.state == .requiresAction)
            let wanted = isAuthenticated ? "requires_confirmation" : "requires_action"
            #expect(world.stripe.status(of: intent) == wanted)
        }
        #expect(world.posts == ["create-1", "confirm-1"])
    }

    @Test("whose own challenge is open is left alone by the shop")
    func ownChallenge() throws {
        let world = Away.world(Sample.visa, Sample.other)
        try world.play { world in
            _ = await world.service.fix(Away.charge().order)
            world.stripe.cards[Sample.visa] = .challenges(then: .pays)
            #expect(await world.pay(Away.pays())?.isChallenge == true)
            for method in [Sample.visa, Sample.other] {
                let answer = await world.charge(Away.charge(method: method))
                #expect(answer == .refused(.paymentInProgress))
            }
        }
        #expect(world.posts == ["create-1"])
    }

    // MARK: Both at once

    /// DC08.
    @Test("who pays while the shop charges is charged once", arguments: [true, false])
    func atOnce(_ shopIsFirst: Bool) throws {
        let world = Away.world(Sample.visa, Sample.other)
        world.fail("post create", .slow(.seconds(10)))
        let answers = try world.play { world in
            async let first = shopIsFirst ? world.charge(Away.charge()) : world.pay(Away.pays())
            await world.time.sleep(.seconds(1))
            let second =
                shopIsFirst
                ? await world.pay(Away.pays(Sample.other)) : await world.charge(Away.charge())
            return [await first, second]
        }
        #expect(answers[0]?.isPaid == true)
        let isRight =
            shopIsFirst ? answers[1]?.isPaid == true : answers[1] == .refused(.orderAlreadyPaid)
        #expect(isRight || answers[1] == .refused(.paymentInProgress))
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }

    @Test("who waits for the shop's charge goes on with it at once")
    func waiting() throws {
        let world = Away.world(Sample.visa)
        world.stripe.cards[Sample.visa] = .challenges(then: .pays)
        world.fail("post create", .slow(.seconds(5)))
        let answers = try world.play { world in
            async let shops = world.charge(Away.charge())
            await world.time.sleep(.seconds(1))
            let hers = await world.pay(Away.pays())
            return [await shops, hers]
        }
        #expect(answers[0]?.standing == .requiresCustomer(Sample.visa))
        #expect(answers[1]?.isChallenge == true)
        #expect(world.posts == ["create-1", "confirm-1"])
    }

    @Test("who waits for it with another card pays with that one")
    func waitingWithAnotherCard() throws {
        let world = Away.world(Sample.visa, Sample.other)
        world.stripe.cards[Sample.visa] = .challenges(then: .pays)
        world.fail("post create", .slow(.seconds(5)))
        let hers = try world.play { world in
            async let shops = world.charge(Away.charge())
            await world.time.sleep(.seconds(1))
            let hers = await world.pay(Away.pays(Sample.other))
            _ = await shops
            return hers
        }
        #expect(hers?.isPaid == true)
        #expect(world.stripe.book.map(\.method) == [Sample.other.description])
        world.checkBook()
    }
}
