import Campaign
import Money
import Payments
import Testing

private let sheet = Sample.sheet(order: Sample.order, wishes: AppWishes(makesGuestCustomer: true))

@Suite("An intent that the app confirms")
struct SheetTests {
    /// Opens it, and its intent.
    private func open(_ world: World, _ request: PayRequest = sheet) async throws
        -> PaymentIntentID
    {
        let answer = await world.pay(request)
        guard case .notAttempted(.some) = answer?.standing else {
            throw Unexpected(answer: answer)
        }
        return try #require(answer?.view?.intent)
    }

    private struct Unexpected: Error { let answer: PaymentAnswer? }

    @Test(
        "is opened once for a key, also after a lost answer",
        arguments: [
            Fault.lostWithEffect, .lostWithoutEffect, .saysReplayed, .duplicated(.seconds(1)),
            .keptFailure(withEffect: true),
        ]
    )
    func once(_ fault: Fault) throws {
        let world = World()
        world.fail("post create", fault)
        let intents = try world.play { world in
            _ = await world.pay(sheet)
            await world.untilQuiet()
            return [try await open(world), try await open(world)]
        }
        #expect(intents[0] == intents[1])
        #expect(world.stripe.intentCount(of: try #require(world.payment?.id).description) == 1)
        #expect(world.stripe.customers.count == 1)
        #expect(world.payment?.card.customer == world.stripe.customers[0])
        #expect(world.payment?.state == .open && world.payment?.method == nil)
        world.checkBook()
    }

    @Test(
        "of a guest makes its customer once, whatever happens to the answer",
        arguments: [
            Fault.lostWithEffect, .lostWithoutEffect, .busy, .keptFailure(withEffect: false),
        ]
    )
    func guest(_ fault: Fault) throws {
        let world = World()
        world.fail("post customer", fault)
        try world.play { _ = try await open($0) }
        #expect(world.stripe.customers.count == 1)
    }

    @Test("is told paid on the app's report, and never confirmed by us")
    func report() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await open(world)
            let call = Sample.secondCall(intent)
            let before = await world.confirm(call)
            world.stripe.payInApp(intent, with: Sample.visa)
            return [before, await world.confirm(call), await world.pay(sheet)]
        }
        guard case .notAttempted = answers[0]?.standing else {
            Issue.record("\(String(describing: answers[0]))")
            return
        }
        #expect(answers[1]?.isPaid == true && answers[2]?.isPaid == true)
        #expect(world.posts == [world.posts[0], "create-1"])
        world.checkBook()
    }

    @Test("is found paid where the app says nothing, and the shop hears it once")
    func silentApp() throws {
        let world = World()
        let shop = world.openShop()
        try world.play { world in
            let intent = try await open(world)
            world.stripe.payInApp(intent, with: Sample.visa)
            await world.time.sleep(.seconds(70))
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(shop.heard.map(\.id.type) == ["payment.succeeded"])
        world.checkBook()
    }

    @Test("stays open when a card is declined or a challenge fails, and takes the next card")
    func secondCard() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        world.stripe.cards[Sample.other] = .challenges(then: .pays)
        let states = try world.play { world in
            let intent = try await open(world)
            var states: [PaymentState?] = []
            world.stripe.payInApp(intent, with: Sample.visa)
            _ = await world.confirm(Sample.secondCall(intent))
            states.append(world.payment?.state)
            world.stripe.payInApp(intent, with: Sample.other)
            _ = await world.confirm(Sample.secondCall(intent))
            states.append(world.payment?.state)
            world.stripe.authenticate(intent, succeeds: false)
            _ = await world.confirm(Sample.secondCall(intent))
            states.append(world.payment?.state)
            world.stripe.payInApp(intent, with: Sample.third)
            _ = await world.confirm(Sample.secondCall(intent))
            states.append(world.payment?.state)
            return states
        }
        #expect(states == [.open, .open, .open, .succeeded])
        world.checkBook()
    }

    @Test("tells the shop of a payment that was with the bank and came back, each once")
    func processing() throws {
        let world = World()
        let shop = world.openShop()
        world.stripe.cards[Sample.visa] = .processes
        try world.play { world in
            let intent = try await open(world)
            world.stripe.payInApp(intent, with: Sample.visa)
            _ = await world.confirm(Sample.secondCall(intent))
            #expect(world.payment?.state == .processing)
            world.stripe.force(intent, status: "requires_payment_method")
            await world.untilQuiet()
            #expect(world.payment?.state == .open)
            world.stripe.payInApp(intent, with: Sample.other)
            _ = await world.confirm(Sample.secondCall(intent))
            await world.untilQuiet()
        }
        #expect(
            shop.heard.map(\.id.type) == [
                "payment.processing", "payment.failed", "payment.succeeded",
            ]
        )
        world.checkBook()
    }

    @Test("is canceled at Stripe before its order is paid another way")
    func replaced() throws {
        let world = World()
        let answer = try world.play { world in
            _ = try await open(world)
            return await world.pay(Sample.request(key: Sample.otherKey, order: Sample.order))
        }
        #expect(answer?.isPaid == true)
        #expect(Array(world.posts.suffix(3)) == ["create-1", "cancel-1", "create-1"])
        #expect(world.database.payments.map(\.state).contains(.canceled))
        world.checkBook()
    }

    @Test("that was paid first wins over another way")
    func paidFirst() throws {
        let world = World()
        let answer = try world.play { world in
            let intent = try await open(world)
            world.stripe.payInApp(intent, with: Sample.visa)
            return await world.pay(Sample.request(key: Sample.otherKey, order: Sample.order))
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.count == 1)
        #expect(world.payment?.state == .succeeded)
    }

    @Test("is left alone but for a few looks, and ended after a day")
    func abandoned() throws {
        let world = World()
        try world.play { world in
            _ = try await open(world)
            await world.time.sleep(.seconds(24 * 3600 + 120))
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .canceled)
        #expect(world.payment?.closing == .canceled)
        let looks = world.stripe.reads.count { $0.hasPrefix("retrieve") }
        #expect((17...21).contains(looks), "\(looks)")
        #expect(world.posts.suffix(1) == ["cancel-1"])
    }

    @Test("may be opened anew under its key once it was ended")
    func next() throws {
        let world = World()
        let intents = try world.play { world in
            let first = try await open(world)
            let query = PaymentQuery(
                id: try #require(world.payment?.id),
                caller: .guest,
                secret: nil,
                key: Sample.key
            )
            #expect(await world.cancel(query)?.standing == .canceled(.canceled))
            return [first, try await open(world)]
        }
        #expect(intents[0] != intents[1])
        #expect(world.database.payments.count == 2)
    }

    @Test("is looked at when something is said to have happened to it, and a challenge is not")
    func lookNow() throws {
        let world = World()
        try world.play { world in
            let intent = try await open(world)
            let other = try await world.challenge(Sample.request(key: Sample.otherKey))
            world.stripe.payInApp(intent, with: Sample.third)
            try await MemoryRepository(world.database, through: world.instance.link)
                .lookNow(at: [intent, other])
            await world.time.sleep(.seconds(5))
            #expect(
                world.database.payments.map(\.state.word).sorted() == [
                    "requires_action", "succeeded",
                ]
            )
        }
    }

    @Test("of a customer saves the card that was brought in the sheet")
    func saves() throws {
        let world = World()
        try world.play { world in
            let request = Sample.sheet(caller: Sample.ann, saving: Sample.terms)
            let intent = try await open(world, request)
            world.stripe.payInApp(intent, with: Sample.other)
            let call = Sample.secondCall(intent, caller: Sample.ann)
            #expect(await world.confirm(call)?.isPaid == true)
            await world.untilQuiet()
        }
        #expect(world.stripe.owners == [Sample.other: world.stripe.customers[0]])
        let saved = try #require(world.database.savedCards[Sample.other])
        #expect(saved.owner == CustomerReference("ann"))
    }

    @Test("costs what the shop has fixed")
    func fixedOrder() throws {
        let world = World()
        let answer = try world.play { world in
            let order = OrderRequest(
                order: Sample.order,
                price: .amount(Amount(minorUnits: 2599, currency: .usd)),
                customer: nil,
                description: nil,
                key: "the shop's"
            )
            _ = await world.fix(order)
            return await world.pay(sheet)
        }
        #expect(answer?.view?.amount.minorUnits == 2599)
        #expect(world.payment?.amount.minorUnits == 2599)
    }

    // MARK: Confirmed here first

    private let confirmation = Sample.sheet(method: Sample.visa)

    @Test("may be confirmed here first, and paid at once")
    func confirmed() throws {
        let world = World()
        let answer = try world.play { await $0.pay(confirmation) }
        #expect(answer?.isPaid == true)
        world.checkBook()
    }

    @Test("whose first try was declined is ended at Stripe before anybody hears of it")
    func declined() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        let answers = try world.play { world in
            [
                await world.pay(confirmation), await world.pay(confirmation),
                await world.pay(Sample.sheet(method: Sample.other)),
            ]
        }
        #expect(answers[0]?.standing == .declined(Sample.declined))
        #expect(answers[1]?.standing == .declined(Sample.declined))
        #expect(answers[2]?.isPaid == true)
        #expect(world.posts == ["create-1", "cancel-1", "create-1"])
        world.checkBook()
    }

    @Test("whose challenge is done in the app is paid without a second confirm")
    func challenged() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .challenges(then: .pays)
        try world.play { world in
            let intent = try await open(world, confirmation)
            world.stripe.authenticate(intent)
            await world.time.sleep(.seconds(70))
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("whose challenge failed makes room for the next card, and never for two charges")
    func challengeFailed() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .challenges(then: .pays)
        let answer = try world.play { world in
            let intent = try await open(world, confirmation)
            world.stripe.authenticate(intent, succeeds: false)
            let answer = await world.pay(Sample.sheet(method: Sample.other))
            // The first intent is dead, whatever the app does with its secret.
            world.stripe.payInApp(intent, with: Sample.third)
            return answer
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }
}
