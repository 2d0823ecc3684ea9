import Campaign
import Payments
import Testing

private let ann = Sample.known(CustomerReference("ann"))
private let bob = Sample.known(CustomerReference("bob"))

/// Ann's request for the sample's cart.
private func anns(
    _ key: String? = "a-key-of-anns",
    cart: Cart = Sample.cart,
    method: PaymentMethodID? = Sample.visa,
    token: CVCToken? = nil
) -> PayRequest {
    Sample.request(
        caller: Sample.ann,
        key: key.flatMap(IdempotencyKey.init),
        cart: cart,
        method: method,
        cvcToken: token
    )
}

extension World {
    /// Saves cards to ann by payments for another cart.
    fileprivate func save(_ methods: PaymentMethodID..., to caller: Caller = Sample.ann) async {
        for method in methods {
            let request = Sample.request(
                caller: caller,
                key: IdempotencyKey("the-key-that-saves-\(method)"),
                cart: Sample.otherCart,
                method: method,
                saving: Sample.terms
            )
            #expect(await pay(request)?.isPaid == true)
        }
        await untilQuiet()
    }

    fileprivate var creates: Int { posts.count { $0.hasPrefix("create") } }
}

@Suite("Paying with a saved card")
struct SavedCardTests {
    /// A world that accepts wrong security codes, in which nothing is held first.
    private func world(isCVCRequired: Bool = false) -> World {
        let world = World()
        world.settings.cvcMismatch = .accept
        world.settings.isCVCRequired = isCVCRequired
        return world
    }

    @Test("charges it as often as there are purchases")
    func twice() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            #expect(await world.pay(anns("key-1"))?.isPaid == true)
            #expect(await world.pay(anns("key-2"))?.isPaid == true)
            #expect(await world.pay(anns("key-2"))?.view?.isReplay == true)
        }
        #expect(world.stripe.book.count == 3)
        #expect(world.database.payments.allSatisfy { $0.card.customer != nil })
        world.checkBook()
    }

    /// SC08.
    @Test("of somebody else is unknown, and nothing is created")
    func foreign() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            await world.save(Sample.other, to: Sample.bob)
            let creates = world.creates
            for caller in [Sample.bob, .guest] {
                for key in [Sample.key, nil] {
                    let request = Sample.request(caller: caller, key: key)
                    #expect(await world.pay(request) == .refused(.notFound))
                }
            }
            #expect(world.creates == creates)
        }
        world.checkBook()
    }

    @Test("that this service has not seen yet belongs to whom Stripe says")
    func unseen() throws {
        let world = world()
        world.fail("learn cards", .unavailable, times: 1000)
        try world.play { world in
            await world.save(Sample.visa)
            await world.save(Sample.other, to: Sample.bob)
            #expect(await world.pay(anns("key-1"))?.isPaid == true)
            #expect(await world.pay(anns("key-2", method: Sample.other)) == .refused(.notFound))
            #expect(await world.pay(anns(nil)) == .refused(.keyRequired))
        }
        world.checkBook()
    }

    @Test("needs something that says which purchase it is")
    func keyless() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            #expect(await world.pay(anns(nil)) == .refused(.keyRequired))
            #expect(await world.pay(anns(nil, token: Sample.token))?.isPaid == true)
        }
        world.checkBook()
    }

    /// Found by the random campaign: a purchase that nothing but its card stands for, whose first
    /// answer was lost, came again when the card was a saved one.
    @Test("that was saved by a keyless purchase leads the repeat of that to its payment")
    func repeatOfSaving() throws {
        let world = world(isCVCRequired: true)
        let saving = Sample.request(caller: Sample.ann, key: nil, saving: Sample.terms)
        try world.play { world in
            let first = await world.pay(saving)
            #expect(first?.isPaid == true)
            await world.untilQuiet()
            let again = await world.pay(saving)
            #expect(again?.isPaid == true && again?.view?.isReplay == true)
            // What does not ask to save it is a purchase with a saved card, and so is another cart.
            #expect(await world.pay(anns(nil)) == .refused(.cvcRequired))
            let other = Sample.request(
                caller: Sample.ann,
                key: nil,
                cart: Sample.otherCart,
                saving: Sample.terms
            )
            #expect(await world.pay(other) == .refused(.cvcRequired))
            let now = world.time.now
            #expect(await world.instance.wallet.remove(Sample.visa, of: ann, at: now) == .removed)
            #expect(await world.pay(saving)?.view?.payment == first?.view?.payment)
        }
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }

    /// Found by the torture: an app that takes a new key for each tap had charged the second one to
    /// the card that the first one saved.
    @Test("that was saved by a purchase is charged for it once, whatever key comes next")
    func secondTapOfSaving() throws {
        let world = world()
        @Sendable func saving(_ key: String, _ cart: Cart = Sample.cart) -> PayRequest {
            Sample.request(
                caller: Sample.ann,
                key: IdempotencyKey(key),
                cart: cart,
                saving: Sample.terms
            )
        }
        try world.play { world in
            let first = await world.pay(saving("key-1"))
            #expect(first?.isPaid == true)
            await world.untilQuiet()
            let second = await world.pay(saving("key-2"))
            #expect(second?.isPaid == true && second?.view?.payment == first?.view?.payment)
            #expect(world.stripe.book.count == 1)
            // Another cart is another purchase, and so is the same one when some time has passed.
            #expect(await world.pay(saving("key-3", Sample.otherCart))?.isPaid == true)
            #expect(world.stripe.book.count == 2)
            await world.time.sleep(world.settings.duplicateWindow + .seconds(1))
            #expect(await world.pay(saving("key-4"))?.isPaid == true)
            #expect(world.stripe.book.count == 3)
            #expect(await world.pay(saving("key-2"))?.view?.payment == first?.view?.payment)
        }
        world.checkBook()
    }

    /// Stripe has saved the card before we know that it was paid.
    @Test(
        "that is saved and not known to be paid for yet is charged once",
        arguments: [false, true]
    )
    func tapInBetween(isKeyless: Bool) throws {
        let world = world()
        // The answer to the create takes long, and so does its replay.
        world.fail("post create", .slow(.seconds(40)), times: 2)
        @Sendable func saving(_ key: String) -> PayRequest {
            Sample.request(
                caller: Sample.ann,
                key: isKeyless ? nil : IdempotencyKey(key),
                saving: Sample.terms
            )
        }
        try world.play { world in
            async let first = world.pay(saving("key-1"))
            await world.time.sleep(.seconds(5))
            #expect(!world.stripe.owners.isEmpty && world.payment?.state == .creating)
            #expect(await world.pay(saving("key-2"))?.standing == .unknown)
            #expect(await first?.standing == .unknown)
            await world.untilQuiet()
            #expect(await world.pay(saving("key-2"))?.isPaid == true)
        }
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }

    /// SC07.
    @Test("needs its security code where the shop wants that")
    func cvcRequired() throws {
        let world = world(isCVCRequired: true)
        try world.play { world in
            await world.save(Sample.visa)
            let creates = world.creates
            #expect(await world.pay(anns()) == .refused(.cvcRequired))
            #expect(world.creates == creates)
            #expect(await world.pay(anns(token: Sample.token))?.isPaid == true)
        }
        #expect(world.database.payments.last?.card.cvcPolicy == .accept)
        world.checkBook()
    }

    @Test("with a security code alone is the only one there is")
    func onlyCard() throws {
        let world = world()
        try world.play { world in
            let request = anns(nil, method: nil, token: Sample.token)
            #expect(await world.pay(request) == .refused(.methodRequired))
            await world.save(Sample.visa)
            #expect(await world.pay(request)?.isPaid == true)
            #expect(await world.pay(request)?.view?.isReplay == true)
            await world.save(Sample.other)
            // Which card it was is decided.
            #expect(await world.pay(request)?.view?.isReplay == true)
            let next = anns("key-2", method: nil, token: Sample.otherToken)
            #expect(await world.pay(next) == .refused(.methodRequired))
        }
        world.checkBook()
    }

    @Test("twice with one security code is one payment, for another purchase a refusal")
    func tokenTwice() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            await world.save(Sample.other, to: Sample.bob)
            #expect(await world.pay(anns("key-1", token: Sample.token))?.isPaid == true)
            let creates = world.creates
            let again = await world.pay(anns("key-2", token: Sample.token))
            #expect(again?.view?.isReplay == true)
            let cart = Sample.otherCart
            let otherCart = await world.pay(anns("key-3", cart: cart, token: Sample.token))
            #expect(otherCart == .refused(.cvcTokenUsed))
            let keyless = await world.pay(anns(nil, cart: cart, token: Sample.token))
            #expect(keyless == .refused(.keyReused))
            let bobs = Sample.request(
                caller: Sample.bob,
                method: Sample.other,
                cvcToken: Sample.token
            )
            #expect(await world.pay(bobs) == .refused(.cvcTokenUsed))
            #expect(world.creates == creates)
        }
        world.checkBook()
    }

    @Test("under one key another card or a new security code is the next try")
    func nextTry() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa, Sample.other)
            world.stripe.cards[Sample.visa] = .declines(Sample.declined)
            let first = anns("key-1", token: Sample.token)
            #expect(await world.pay(first)?.standing == .declined(Sample.declined))
            let creates = world.creates
            #expect(await world.pay(first)?.view?.isReplay == true)
            #expect(world.creates == creates)
            let second = anns("key-1", token: Sample.otherToken)
            #expect(await world.pay(second)?.standing == .declined(Sample.declined))
            #expect(world.creates == creates + 1)
            // The first code is used up.
            #expect(await world.pay(first)?.view?.isReplay == true)
            #expect(world.creates == creates + 1)
            #expect(await world.pay(anns("key-1", method: Sample.other))?.isPaid == true)
            #expect(await world.pay(second)?.isPaid == true)
        }
        world.checkBook()
    }

    @Test("a new security code replaces the challenge under its key")
    func replaced() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            _ = try await world.challenge(anns("key-1", token: Sample.token))
            let again = await world.pay(anns("key-1", token: Sample.token))
            #expect(again?.isChallenge == true)
            let next = await world.pay(anns("key-1", token: Sample.otherToken))
            #expect(next?.isChallenge == true)
            #expect(next?.view?.payment != again?.view?.payment)
        }
        #expect(world.database.payments.map(\.state).suffix(2) == [.canceled, .requiresAction])
        world.checkBook()
    }

    @Test("two taps that each collect a code are one payment of one cart")
    func twoTaps() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            let first = await world.pay(anns(nil, token: Sample.token))
            let second = await world.pay(anns(nil, token: Sample.otherToken))
            #expect(second?.view?.payment == first?.view?.payment)
        }
        #expect(world.stripe.book.count == 2)
        world.checkBook()
    }

    @Test("that was taken off is unknown, and what it paid for is still told")
    func removed() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa)
            #expect(await world.pay(anns("key-1"))?.isPaid == true)
            let wallet = world.instance.wallet
            let now = world.time.now
            #expect(await wallet.remove(Sample.visa, of: bob, at: now) == .notFound)
            #expect(!world.stripe.owners.isEmpty)
            #expect(await wallet.remove(Sample.visa, of: ann, at: now) == .removed)
            #expect(await wallet.remove(Sample.visa, of: ann, at: now) == .removed)
            #expect(await wallet.cards(of: ann, at: now) == .cards([]))
            #expect(world.stripe.owners.isEmpty)
            #expect(await world.pay(anns("key-1"))?.view?.isReplay == true)
            #expect(await world.pay(anns("key-2")) == .refused(.notFound))
        }
        world.checkBook()
    }

    @Test("that was taken off by other means leaves the list for good")
    func detachedElsewhere() throws {
        let world = world()
        try world.play { world in
            await world.save(Sample.visa, Sample.other)
            world.stripe.detach(Sample.visa)
            let cards = await world.instance.wallet.cards(of: ann, at: world.time.now)
            #expect(cards == .cards([world.stripe.facts(of: Sample.other)!]))
            #expect(await world.pay(anns("key-1")) == .refused(.notFound))
        }
        #expect(world.database.savedCards[Sample.visa]?.isRemoved == true)
        world.checkBook()
    }
}
