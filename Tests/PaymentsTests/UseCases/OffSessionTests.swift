import Campaign
import Money
import Payments
import Testing

@Suite("A charge while the customer is away")
struct OffSessionTests {
    @Test("takes the money once, however often the shop asks")
    func once() throws {
        let world = Away.world(Sample.visa)
        let answers = try world.play { world in
            [await world.charge(Away.charge()), await world.charge(Away.charge())]
        }
        #expect(answers.map { $0?.isPaid } == [true, true])
        #expect(answers.map { $0?.view?.isReplay } == [false, true])
        #expect(world.posts == ["create-1"])
        #expect(world.body(0).contains("off_session=true"))
        #expect(world.payment?.purchase.caller == Sample.ann)
        #expect(world.stripe.book.map(\.method) == [Sample.visa.description])
        world.checkBook()
    }

    /// SC13.
    @Test("twice at once, by one key or by two, takes it once", arguments: [true, false])
    func overlapping(_ isOneKey: Bool) throws {
        let world = Away.world(Sample.visa)
        let answers = try world.play { world in
            await withTaskGroup(of: PaymentAnswer?.self) { group in
                for number in 0..<20 {
                    let key = isOneKey ? Sample.key : [Sample.key, Sample.otherKey][number % 2]
                    group.addTask { await world.charge(Away.charge(key)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(world.stripe.book.count == 1)
        #expect(answers.contains { $0?.isPaid == true })
        #expect(
            answers.allSatisfy { $0?.isPaid == true || $0 == .refused(.paymentInProgress) }
        )
        if isOneKey { #expect(answers.allSatisfy { $0?.isPaid == true }) }
        world.checkBook()
    }

    @Test("of an order that was paid is done, under any key")
    func paidBefore() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            #expect(await world.charge(Away.charge())?.isPaid == true)
            let again = await world.charge(Away.charge(Sample.otherKey))
            #expect(again?.isPaid == true && again?.view?.isReplay == true)
            #expect(await world.charge(Away.charge(Sample.otherKey))?.isPaid == true)
        }
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("of the only card needs no name of it")
    func onlyCard() throws {
        let world = Away.world(Sample.visa)
        let answer = try world.play { await $0.charge(Away.charge(method: nil)) }
        #expect(answer?.isPaid == true)
        #expect(world.payment?.method == Sample.visa)
        world.checkBook()
    }

    /// SC08.
    @Test("needs a card of the customer's own, and leaves nothing behind without")
    func cards() throws {
        let world = Away.world(Sample.visa, Sample.other)
        world.save([Sample.third], of: Away.bob)
        let unknown = Sample.known(CustomerReference("carol"))
        try world.play { world in
            for (request, refusal) in [
                (Away.charge(method: nil), PaymentRefusal.methodRequired),
                (Away.charge(customer: unknown, method: nil), .methodRequired),
                (Away.charge(customer: unknown), .methodNotFound),
                (Away.charge(method: Sample.third), .methodNotFound),
                (Away.charge(method: Sample.testName), .methodNotFound),
                (Away.charge(method: PaymentMethodID("pm_unheard_of")), .methodNotFound),
            ] {
                #expect(await world.charge(request) == .refused(refusal))
            }
            #expect(await world.service.show(Sample.order) == .refused(.notFound))
            #expect(await world.charge(Away.charge())?.isPaid == true)
        }
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("that the bank declines is over, and the next key begins the next attempt")
    func declined() throws {
        let world = Away.world(Sample.visa)
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        try world.play { world in
            for _ in 0..<2 {
                #expect(await world.charge(Away.charge())?.standing == .declined(Sample.declined))
            }
            world.stripe.cards[Sample.visa] = .pays
            #expect(await world.charge(Away.charge(Sample.otherKey))?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "create-1"])
        #expect(world.database.outbox.keys.map(\.type) == ["payment.succeeded"])
        world.checkBook()
    }

    @Test("is known by the shop's key, which is no customer's")
    func scope() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            #expect(await world.charge(Away.charge())?.isPaid == true)
            let hers = await world.pay(Sample.request(caller: Sample.ann))
            #expect(hers?.isPaid == true && hers?.view?.isReplay == false)
            let payment = try #require(world.database.payments.first)
            let query = PaymentQuery(
                id: payment.id,
                caller: Sample.bob,
                secret: nil,
                key: Sample.key
            )
            #expect(await world.service.show(query) == .refused(.notFound))
            let other = Away.charge(order: Sample.known(OrderID("order-2")))
            #expect(await world.charge(other) == .refused(.keyReused))
        }
        #expect(world.stripe.book.count == 2)
        world.checkBook()
    }

    // MARK: The price

    private static func amount(_ units: Int64, _ currency: Currency = .eur) -> OrderRequest.Price {
        .amount(Amount(minorUnits: units, currency: currency))
    }

    @Test("fixes its order, so that the customer pays the same")
    func fixes() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            _ = try await world.wanted(Away.charge(price: Self.amount(2599)))
            let answer = await world.pay(Away.pays())
            #expect(answer?.isChallenge == true)
            #expect(answer?.view?.amount == Amount(minorUnits: 2599, currency: .eur))
        }
        #expect(world.posts == ["create-1", "confirm-1"])
    }

    @Test("of an order that is fixed with another content is refused")
    func fixedOtherwise() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            let order = Away.charge(price: Self.amount(2599)).order
            let described = OrderRequest(
                order: order.order,
                price: order.price,
                customer: nil,
                description: "With tax",
                key: "key-1"
            )
            _ = await world.service.fix(described)
            for price in [
                Self.amount(2600), Self.amount(2599, .usd), .items(Sample.cart, .usd),
            ] {
                let answer = await world.charge(Away.charge(price: price))
                #expect(answer == .refused(.order(.fixedOtherwise)))
            }
            #expect(world.posts.isEmpty)
            // What was written about it, and that anybody may pay it, is no contradiction.
            #expect(await world.charge(Away.charge(price: order.price))?.isPaid == true)
        }
        #expect(world.stripe.book.map(\.amount) == [2599])
        world.checkBook()
    }

    @Test("of another customer's order is refused")
    func othersOrder() throws {
        let world = Away.world(Sample.visa)
        try world.play { world in
            _ = await world.service.fix(Away.charge(customer: Away.bob).order)
            #expect(await world.charge(Away.charge()) == .refused(.order(.fixedOtherwise)))
        }
        #expect(world.posts.isEmpty)
    }

    @Test("of an order that was tried at the catalogue's prices keeps to them")
    func triedBefore() throws {
        let world = Away.world(Sample.visa, Sample.other)
        world.stripe.cards[Sample.other] = .declines(Sample.declined)
        try world.play { world in
            let tried = Sample.request(
                caller: Sample.ann,
                key: nil,
                order: Sample.order,
                method: Sample.other
            )
            #expect(await world.pay(tried)?.standing == .declined(Sample.declined))
            let dear = Away.charge(price: Self.amount(9900, .usd))
            #expect(await world.charge(dear) == .refused(.order(.inUse)))
            #expect(await world.charge(Away.charge())?.isPaid == true)
        }
        #expect(world.stripe.book.map(\.amount) == [1400])
        world.checkBook()
    }

    @Test("costs what can be charged")
    func outsideLimits() throws {
        let world = Away.world(Sample.visa)
        let answer = try world.play { await $0.charge(Away.charge(price: Self.amount(1, .usd))) }
        guard case .refused(.pricing) = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(world.posts.isEmpty)
    }

    // MARK: A lost answer

    /// DC09.
    @Test("whose answer is lost is repeated, and found")
    func lost() throws {
        let world = Away.world(Sample.visa)
        world.fail("post create", .lostWithEffect)
        let answer = try world.play { await $0.charge(Away.charge()) }
        #expect(answer?.isPaid == true)
        #expect(world.posts == ["create-1", "create-1"])
        world.checkBook()
    }

    @Test("is not sent any more after ten minutes, however often the shop asks")
    func resendLimit() throws {
        let world = Away.world(Sample.visa)
        world.fail("post create", .lostWithoutEffect, times: 1000)
        world.fail("list", .unavailable, times: 1000)
        try world.play { world in
            var sent: [Int] = []
            for _ in 0..<30 {
                let answer = await world.charge(Away.charge())
                #expect(answer?.standing == .unknown)
                await world.time.sleep(.seconds(60))
                sent.append(world.plan.log.count { $0.name == "post create" })
            }
            // Each round takes a minute and what the shop waits.
            #expect(sent[5] > sent[0] && sent[12] == sent[29], "\(sent)")
            world.heal()
            await world.untilQuiet()
            #expect(await world.charge(Away.charge())?.standing == .canceled(.notExecuted))
        }
        #expect(world.stripe.book.isEmpty)
        world.checkBook()
    }
}
