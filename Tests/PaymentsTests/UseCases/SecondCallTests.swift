import Campaign
import Money
import Payments
import Testing

@Suite("The second call")
struct SecondCallTests {
    @Test("confirms once what the customer has authenticated")
    func confirms() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            let early = await world.confirm(Sample.secondCall(intent))
            world.stripe.authenticate(intent)
            return [
                early, await world.confirm(Sample.secondCall(intent)),
                await world.confirm(Sample.secondCall(intent)),
            ]
        }
        #expect(answers[0]?.isChallenge == true)
        #expect(answers[1]?.isPaid == true)
        #expect(answers[2]?.isPaid == true)
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    @Test("sent twenty times at once, to two instances, confirms once")
    func parallel() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            let first = world.instance
            await world.start()
            let second = world.instance
            let deadline = world.time.now + World.patience
            return await withTaskGroup(of: PaymentAnswer.self) { group in
                for number in 0..<20 {
                    let service = number.isMultiple(of: 2) ? first.service : second.service
                    group.addTask {
                        await service.confirm(Sample.secondCall(intent), until: deadline)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count == 20)
        #expect(answers.allSatisfy { $0.isPaid })
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    @Test(
        "tells each end",
        arguments: [
            (MemoryStripe.Card.pays, PaymentState.succeeded),
            (.declines(Sample.declined), .declined),
        ]
    )
    func ends(then card: MemoryStripe.Card, state: PaymentState) throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge(then: card)
            world.stripe.authenticate(intent)
            _ = await world.confirm(Sample.secondCall(intent))
        }
        #expect(world.payment?.state == state)
        world.checkBook()
    }

    @Test("after a failed authentication is a decline")
    func failedAuthentication() throws {
        let world = World()
        let answer = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent, succeeds: false)
            return await world.confirm(Sample.secondCall(intent))
        }
        #expect(
            answer?.standing == .declined(Closing(code: "payment_intent_authentication_failure"))
        )
    }

    @Test(
        "after the hour is expired, by Stripe's code or by Stripe's time",
        arguments: [
            true, false,
        ]
    )
    func expired(tellsLapsedHour: Bool) throws {
        let world = World()
        world.stripe.tellsLapsedHour = tellsLapsedHour
        let answer = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            await world.time.sleep(.seconds(3605))
            return await world.confirm(Sample.secondCall(intent))
        }
        #expect(answer?.standing == .expired)
        #expect(world.stripe.book.isEmpty)
    }

    @Test("after the hour is expired also where the first answer was lost")
    func expiredAfterLoss() throws {
        let world = World()
        world.stripe.tellsLapsedHour = false
        world.fail("post create", .lostWithEffect)
        let answer = try world.play { world in
            let intent = try await world.challenge()
            #expect(world.payment?.times.actionStripeSeconds != nil)
            await world.time.sleep(.seconds(3605))
            return await world.confirm(Sample.secondCall(intent))
        }
        #expect(answer?.standing == .expired)
    }

    @Test("finds a challenge whose first answer was lost")
    func afterLoss() throws {
        let world = World()
        world.fail("post create", .lostWithEffect)
        let answer = try world.play { world in
            let intent = try await world.challenge()
            #expect(world.database.knows(intent))
            world.stripe.authenticate(intent)
            return await world.confirm(Sample.secondCall(intent))
        }
        #expect(answer?.isPaid == true)
        world.checkBook()
    }

    @Test("may not contradict the payment")
    func contradicts() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge(Sample.request(order: Sample.order))
            world.stripe.authenticate(intent)
            return [
                await world.confirm(Sample.secondCall(intent, cart: Sample.otherCart)),
                await world.confirm(Sample.secondCall(intent, currency: .eur)),
                await world.confirm(Sample.secondCall(intent, order: OrderID("another"))),
                await world.confirm(
                    Sample.secondCall(
                        intent,
                        cart: Sample.cart,
                        currency: .usd,
                        order: Sample.order
                    )
                ),
            ]
        }
        #expect(answers.prefix(3).allSatisfy { $0?.refusal == .contradictsPayment })
        #expect(answers[3]?.isPaid == true)
    }

    @Test("of somebody else's payment, or of none, finds nothing")
    func foreign() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge(Sample.request(caller: Sample.ann))
            world.stripe.authenticate(intent)
            let secret = world.payment?.clientSecret
            return [
                await world.confirm(Sample.secondCall(intent)),
                await world.confirm(Sample.secondCall(intent, caller: Sample.bob, secret: secret)),
                await world.confirm(Sample.secondCall(Sample.known(PaymentIntentID("pi_no")))),
                await world.confirm(Sample.secondCall(intent, caller: Sample.ann)),
            ]
        }
        #expect(answers.prefix(3).allSatisfy { $0?.refusal == .notFound })
        #expect(answers[3]?.isPaid == true)
        #expect(world.stripe.book.count == 1)
    }

    @Test("tells a guest's secret within an hour, and later only to who has it")
    func secrets() throws {
        let world = World()
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            let payment = try #require(world.payment)
            let intent = try #require(payment.intent)
            let wrong = ClientSecret("wrong")
            let within = await world.confirm(Sample.secondCall(intent))
            await world.time.sleep(.seconds(3700))
            return [
                within, await world.confirm(Sample.secondCall(intent)),
                await world.confirm(Sample.secondCall(intent, secret: payment.clientSecret)),
                await world.confirm(Sample.secondCall(intent, secret: wrong)),
            ]
        }
        let secret = world.payment?.clientSecret
        #expect(secret != nil)
        #expect(answers[0]?.standing == .succeeded(secret))
        #expect(answers[1]?.standing == .succeeded(nil))
        #expect(answers[2]?.standing == .succeeded(secret))
        #expect(answers[3]?.refusal == .notFound)
    }

    @Test("that cannot read is unknown, never a challenge again")
    func cannotRead() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("retrieve", .unavailable, times: 100)
            let failed = await world.confirm(Sample.secondCall(intent))
            world.heal()
            world.fail("retrieve", .slow(.seconds(40)))
            let hanging = await world.confirm(Sample.secondCall(intent))
            world.heal()
            await world.time.sleep(.seconds(60))
            return [failed, hanging, await world.confirm(Sample.secondCall(intent))]
        }
        #expect(answers[0]?.standing == .unknown)
        #expect(answers[1]?.standing == .unknown)
        #expect(answers[2]?.isPaid == true)
        world.checkBook()
    }

    @Test("refused for a rate charges nothing and may be repeated")
    func rate() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("post confirm", .refused, times: 10)
            let first = await world.confirm(Sample.secondCall(intent))
            world.heal()
            return [first, await world.confirm(Sample.secondCall(intent))]
        }
        #expect(answers[0]?.refusal == .unavailable)
        #expect(answers[1]?.isPaid == true)
        #expect(world.posts.last == "confirm-2")
        world.checkBook()
    }
}
