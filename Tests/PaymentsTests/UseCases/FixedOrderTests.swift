import Campaign
import Money
import Payments
import Testing

@Suite("An order that the shop has fixed")
struct FixedOrderTests {
    private static let ann = Sample.known(CustomerReference("ann"))

    private static func order(
        _ units: Int64 = 2599,
        _ currency: Currency = .eur,
        customer: CustomerReference? = nil,
        description: String? = nil
    ) -> OrderRequest {
        OrderRequest(
            order: Sample.order,
            price: .amount(Amount(minorUnits: units, currency: currency)),
            customer: customer,
            description: description,
            key: "key-1"
        )
    }

    private static func order(items cart: Cart) -> OrderRequest {
        OrderRequest(
            order: Sample.order,
            price: .items(cart, .usd),
            customer: nil,
            description: nil,
            key: "key-1"
        )
    }

    @Test("costs what the shop says, whatever the app says")
    func price() throws {
        let world = World()
        let answers = try world.play { world in
            _ = await world.service.fix(Self.order())
            return [
                await world.pay(Sample.request(key: nil, order: Sample.order)),
                // The same purchase with other items, in another currency: still the order.
                await world.pay(
                    Sample.request(key: nil, order: Sample.order, cart: Sample.otherCart)
                ),
                await world.pay(
                    Sample.request(key: nil, order: Sample.order, currency: Sample.jpy)
                ),
            ]
        }
        #expect(answers.map { $0?.isPaid } == [true, true, true])
        #expect(answers.map { $0?.view?.isReplay } == [false, true, true])
        #expect(world.stripe.book.map(\.amount) == [2599])
        #expect(world.payment?.amount == Amount(minorUnits: 2599, currency: .eur))
        world.checkBook()
    }

    @Test("is paid by an app that names items which are not sold")
    func unknownItems() throws {
        let world = World()
        let cart = Sample.known(Cart([(Sample.known(ItemID("unheard-of")), 1)]))
        let answer = try world.play { world in
            _ = await world.service.fix(Self.order())
            return await world.pay(Sample.request(order: Sample.order, cart: cart))
        }
        #expect(answer?.isPaid == true)
    }

    @Test("keeps its price when the catalogue changes, and for the next attempt")
    func nextAttempt() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        let answers = try world.play { world in
            let fixed = await world.service.fix(Self.order(items: Sample.otherCart))
            var dearer = Sample.catalogue
            dearer.set(9900, for: Sample.book, in: .usd)
            await world.service.sell(dearer)
            #expect(await world.service.fix(Self.order(items: Sample.otherCart)) == fixed)
            return [
                await world.pay(Sample.request(order: Sample.order)),
                await world.pay(
                    Sample.request(
                        key: Sample.otherKey,
                        order: Sample.order,
                        method: Sample.other
                    )
                ),
            ]
        }
        #expect(answers[0]?.standing == .declined(Sample.declined))
        #expect(answers[1]?.isPaid == true)
        #expect(world.stripe.book.map(\.amount) == [4000])
        world.checkBook()
    }

    @Test("of a customer is paid by nobody else")
    func customer() throws {
        let world = World()
        let answers = try world.play { world in
            _ = await world.service.fix(Self.order(customer: Self.ann))
            return [
                await world.pay(Sample.request(order: Sample.order)),
                await world.pay(Sample.request(caller: Sample.bob, order: Sample.order)),
                await world.pay(Sample.request(caller: Sample.ann, order: Sample.order)),
                // Nor shown to anybody else once it is paid.
                await world.pay(Sample.request(order: Sample.order)),
                await world.pay(Sample.request(caller: Sample.bob, order: Sample.order)),
            ]
        }
        #expect(answers[0]?.refusal == .customerRequired)
        #expect(answers[1]?.refusal == .orderNotFound)
        #expect(answers[2]?.isPaid == true)
        #expect(answers[3]?.refusal == .customerRequired)
        #expect(answers[4]?.refusal == .orderNotFound)
        #expect(world.stripe.book.count == 1)
    }

    @Test("is finished by an app that still speaks of items")
    func secondCall() throws {
        let world = World()
        let answer = try world.play { world in
            _ = await world.service.fix(Self.order())
            let request = Sample.request(order: Sample.order)
            let intent = try await world.challenge(request)
            world.stripe.authenticate(intent)
            let wrong = Sample.secondCall(intent, order: Sample.known(OrderID("order-2")))
            #expect(await world.confirm(wrong)?.refusal == .contradictsPayment)
            return await world.confirm(
                Sample.secondCall(
                    intent,
                    cart: Sample.cart,
                    currency: .usd,
                    order: Sample.order
                )
            )
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.map(\.amount) == [2599])
    }

    @Test("stands: the same again is the same, anything else is refused")
    func stands() throws {
        let world = World()
        let others = [
            Self.order(2600), Self.order(2599, .usd), Self.order(customer: Self.ann),
            Self.order(description: "other"), Self.order(items: Sample.cart),
        ]
        try world.play { world in
            let first = await world.service.fix(Self.order())
            #expect(await world.service.fix(Self.order()) == first)
            for other in others {
                #expect(await world.service.fix(other) == .refused(.fixedOtherwise))
            }
            #expect(await world.service.show(Sample.order) == first)
            _ = await world.pay(Sample.request(order: Sample.order))
            guard case .fixed(_, let attempt?) = await world.service.fix(Self.order()) else {
                Issue.record("the attempt is not shown")
                return
            }
            #expect(attempt.payment == world.payment?.id)
        }
    }

    @Test("comes too late where somebody has begun to pay it at the catalogue's price")
    func inUse() throws {
        let world = World()
        try world.play { world in
            _ = await world.pay(Sample.request(order: Sample.order))
            #expect(await world.service.fix(Self.order()) == .refused(.inUse))
            #expect(await world.service.show(Sample.order) == .refused(.notFound))
        }
        #expect(world.stripe.book.map(\.amount) == [1400])
    }

    @Test("while a payment of it is on its way to the database leaves that one as it is")
    func race() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        let answers = try world.play { world in
            world.fail("claim", .slow(.seconds(2)))
            async let first = world.pay(Sample.request(order: Sample.order))
            await world.time.sleep(.seconds(1))
            _ = await world.service.fix(Self.order())
            return [
                await first,
                await world.pay(Sample.request(order: Sample.order)),
                await world.pay(Sample.request(order: Sample.order, method: Sample.other)),
            ]
        }
        // Its repeat is answered, and the next attempt is at the shop's price.
        #expect(answers[0]?.standing == .declined(Sample.declined))
        #expect(answers[1]?.standing == .declined(Sample.declined))
        #expect(answers[1]?.view?.isReplay == true)
        #expect(answers[2]?.isPaid == true)
        let amounts = [
            Amount(minorUnits: 1400, currency: .usd), Amount(minorUnits: 2599, currency: .eur),
        ]
        #expect(world.database.payments.map(\.amount) == amounts)
    }

    @Test("is not fixed where it cannot be sold or the database is away")
    func refused() throws {
        let world = World()
        try world.play { world in
            let unknown = Sample.known(Cart([(Sample.known(ItemID("unheard-of")), 1)]))
            let refused = await world.service.fix(Self.order(items: unknown))
            #expect(refused == .refused(.pricing(.unknownItem(unknown.lines[0].item))))
            guard case .refused(.pricing(.outsideLimits)) = await world.service.fix(Self.order(1))
            else {
                Issue.record("a cent cannot be charged")
                return
            }
            world.fail("fix", .unavailable)
            #expect(await world.service.fix(Self.order()) == .refused(.unavailable))
            #expect(await world.service.show(Sample.order) == .refused(.notFound))
            world.fail("look", .unavailable)
            #expect(await world.service.show(Sample.order) == .refused(.unavailable))
        }
    }
}
