import Campaign
import Payments
import Testing

private let hour = Duration.seconds(3600)

/// Purchases that differ in everything but what a test says.
private func purchase(
    _ number: Int,
    caller: Caller = .guest,
    key: IdempotencyKey? = nil,
    isKeyed: Bool = true,
    from origin: String = "home",
    saving: Saving? = nil
) -> PayRequest {
    Sample.request(
        caller: caller,
        key: isKeyed ? key ?? Sample.known(IdempotencyKey("the-key-of-purchase-\(number)")) : nil,
        method: Sample.known(PaymentMethodID("pm_\(number)")),
        saving: saving,
        origin: origin
    )
}

private func method(_ number: Int) -> PaymentMethodID {
    Sample.known(PaymentMethodID("pm_\(number)"))
}

extension PaymentAnswer {
    fileprivate var wait: Duration? {
        if case .refused(.rateLimited(let wait)) = self { wait } else { nil }
    }

    fileprivate var isDecline: Bool {
        if case .declined = view?.standing { true } else { false }
    }
}

@Suite("Limits on new attempts")
struct AttemptLimitTests {
    private func world(_ count: Int, seed: UInt64? = nil) -> World {
        let world = World(seed: seed)
        world.rateLimit = RateLimit(count: count, period: hour)
        return world
    }

    /// Each of these numbers declines, all of them one card where `card` says so.
    private func declines(_ world: World, _ numbers: Range<Int>, card: String? = nil) {
        for number in numbers {
            world.stripe.cards[method(number)] = .declines(Sample.declined)
            if let card { world.stripe.fingerprints[method(number)] = card }
        }
    }

    @Test("so many pass, the next is told how long, and other places are not concerned")
    func address() throws {
        let world = world(3)
        try world.play { world in
            for number in 0..<3 { #expect(await world.pay(purchase(number))?.isPaid == true) }
            let wait = try #require(await world.pay(purchase(3))?.wait)
            #expect(wait > .seconds(3590) && wait <= hour)
            #expect(await world.pay(purchase(4, from: "work"))?.isPaid == true)
            await world.time.sleep(wait)
            #expect(await world.pay(purchase(3))?.isPaid == true)
        }
        #expect(world.stripe.book.count == 5)
        world.checkBook()
    }

    @Test("of a hundred at once no more begin than may")
    func burst() throws {
        let world = world(5)
        let answers = try world.play { world in
            await withTaskGroup(of: PaymentAnswer?.self) { group in
                for number in 0..<100 { group.addTask { await world.pay(purchase(number)) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count { $0?.isPaid == true } == 5)
        #expect(answers.count { $0?.wait != nil } == 95)
        #expect(world.stripe.arrivals.count == 5)
    }

    @Test("what exists is answered whatever a limit says, and costs nothing")
    func existing() throws {
        let world = world(2)
        try world.play { world in
            for _ in 0..<5 { #expect(await world.pay(purchase(0))?.isPaid == true) }
            let intent = try await world.challenge(purchase(1))
            #expect(await world.pay(purchase(2))?.wait != nil)
            #expect(await world.pay(purchase(0))?.view?.isReplay == true)
            world.stripe.authenticate(intent)
            #expect(await world.confirm(Sample.secondCall(intent))?.isPaid == true)
        }
        #expect(world.stripe.book.count == 2)
    }

    @Test("a request without key that may not begin does not trouble Stripe")
    func keyless() throws {
        let world = world(1)
        try world.play { world in
            #expect(await world.pay(purchase(0, isKeyed: false))?.isPaid == true)
            let reads = world.plan.log.count { $0.name == "method" }
            #expect(await world.pay(purchase(1, isKeyed: false))?.wait != nil)
            #expect(world.plan.log.count { $0.name == "method" } == reads)
            // The first one's repeat is known by its payment method.
            #expect(await world.pay(purchase(0, isKeyed: false))?.isPaid == true)
        }
    }

    @Test("what does not begin for another reason is not counted")
    func notBegun() throws {
        let world = world(1)
        try world.play { world in
            let item = Sample.known(ItemID("nothing"))
            let unknown = Sample.request(cart: Sample.known(Cart([(item, 1)])))
            for _ in 0..<3 { #expect(await world.pay(unknown)?.wait == nil) }
            world.fail("claim", .unavailable)
            #expect(await world.pay(purchase(0)) == .refused(.unavailable))
            #expect(await world.pay(purchase(0))?.isPaid == true)
        }
    }

    @Test("instances share a limit, and it outlives them")
    func shared() throws {
        let world = world(4)
        try world.play(instances: 2) { world in
            for number in 0..<4 {
                let instance = world.instances[number % 2]
                #expect(await world.pay(purchase(number), on: instance)?.isPaid == true)
                await world.time.sleep(.seconds(1))
            }
            for instance in world.instances {
                #expect(await world.pay(purchase(9), on: instance)?.wait != nil)
            }
            let third = await world.start()
            #expect(await world.pay(purchase(9), on: third)?.wait != nil)
            await world.time.sleep(hour)
            #expect(await world.pay(purchase(9), on: third)?.isPaid == true)
        }
    }

    @Test("a customer is limited wherever they ask from")
    func customer() throws {
        let world = world(1000)
        try world.play { world in
            for number in 0..<30 {
                let request = purchase(number, caller: Sample.ann, from: "place \(number)")
                #expect(await world.pay(request)?.isPaid == true)
            }
            let next = purchase(30, caller: Sample.ann, from: "elsewhere")
            #expect(await world.pay(next)?.wait != nil)
            #expect(await world.pay(purchase(31, caller: Sample.bob))?.isPaid == true)
        }
    }

    @Test("a guest may try five cards honestly, and not a hundred under one key")
    func guest() throws {
        let world = world(1000)
        declines(world, 0..<5)
        declines(world, 200..<300)
        try world.play { world in
            for number in 0..<5 {
                let request = purchase(number, key: Sample.key, from: "place \(number)")
                #expect(await world.pay(request)?.isDecline == true)
            }
            #expect(await world.pay(purchase(100, key: Sample.key))?.isPaid == true)
            var tried = 0
            for number in 200..<300 {
                let request = purchase(number, key: Sample.otherKey, from: "tester \(number)")
                if await world.pay(request)?.isDecline == true { tried += 1 }
            }
            // The first is not counted.
            #expect(tried == 21)
        }
    }

    @Test("a network whose cards are declined is stopped, and time releases it")
    func testers() throws {
        let world = world(1000)
        declines(world, 0..<40)
        try world.play { world in
            for number in 0..<20 {
                #expect(await world.pay(purchase(number))?.isDecline == true)
            }
            let wait = try #require(await world.pay(purchase(20))?.wait)
            #expect(wait > .seconds(3500) && wait <= hour)
            // An earlier decline is still told.
            #expect(await world.pay(purchase(3))?.isDecline == true)
            #expect(await world.pay(purchase(50, from: "work"))?.isPaid == true)
            await world.time.sleep(wait)
            #expect(await world.pay(purchase(50))?.isPaid == true)
        }
    }

    @Test("a place with many honest guests is never stopped")
    func crowd() throws {
        let world = world(1000)
        for number in stride(from: 0, to: 200, by: 4) {
            world.stripe.cards[method(number)] = .declines(Sample.declined)
        }
        try world.play { world in
            for number in 0..<200 {
                #expect(await world.pay(purchase(number))?.wait == nil, "\(number)")
            }
        }
        #expect(world.stripe.book.count == 150)
    }

    @Test("challenges that are failed or left do not count, nor do refusals")
    func notDeclines() throws {
        let world = world(1000)
        try world.play { world in
            for number in 0..<25 { _ = try await world.challenge(purchase(number)) }
            for number in 25..<50 {
                world.stripe.cards[method(number)] = .unusable
                #expect(await world.pay(purchase(number))?.isPaid == false)
            }
            #expect(await world.pay(purchase(50))?.isPaid == true)
        }
        #expect(world.database.rateCounts(of: .addressDeclines).isEmpty)
        #expect(world.database.rateCounts(of: .cardDeclines).isEmpty)
    }

    @Test("a card that is tested from many places is stopped, with key and without")
    func testedCard() throws {
        let world = world(1000)
        declines(world, 0..<30, card: "stolen")
        try world.play { world in
            for number in 0..<10 {
                let request = purchase(number, from: "place \(number)")
                #expect(await world.pay(request)?.isDecline == true)
            }
            await world.time.sleep(.seconds(1))
            let posts = world.stripe.arrivals.count
            let keyed = await world.pay(purchase(10, from: "place 10"))
            let keyless = await world.pay(purchase(11, isKeyed: false, from: "place 11"))
            #expect(keyed?.wait != nil && keyless?.wait != nil)
            #expect(world.stripe.arrivals.count == posts)
            // Other cards are not concerned.
            #expect(await world.pay(purchase(40, from: "place 10"))?.isPaid == true)
            await world.time.sleep(.seconds(24 * 3600))
            #expect(await world.pay(purchase(12, from: "place 12"))?.isDecline == true)
        }
    }

    @Test("a card that pays in the end is as good as new")
    func releasedCard() throws {
        let world = world(1000)
        declines(world, 0..<9, card: "mistyped")
        world.stripe.fingerprints[method(9)] = "mistyped"
        try world.play { world in
            for number in 0..<9 { _ = await world.pay(purchase(number)) }
            #expect(world.stripe.book.isEmpty)
            #expect(await world.pay(purchase(9))?.isPaid == true)
            await world.time.sleep(.seconds(2))
        }
        #expect(world.database.rateCounts(of: .cardDeclines) == [0])
        #expect(world.database.rateCounts(of: .addressDeclines) == [8])
    }

    @Test("what is over is removed")
    func removed() throws {
        let world = world(1000)
        declines(world, 0..<5)
        try world.play { world in
            for number in 0..<10 { _ = await world.pay(purchase(number, from: "at \(number)")) }
            await world.time.sleep(.seconds(1))
            #expect(world.database.rateCountRows == 20)
            await world.time.sleep(.seconds(25 * 3600))
            #expect(world.database.rateCountRows == 0)
        }
    }

    /// What the limits cost: nothing on the way of a payment, and behind it a commit for a tenth of
    /// a second's payments, however many they are.
    @Test("a payment is two durable writes and one post, limited or not")
    func cost() throws {
        let world = world(1000)
        try world.play { world in
            let before = world.plan.log.count { $0.name == "exchange counts" }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let request = purchase(number, from: "place \(number)")
                        #expect(await world.pay(request)?.isPaid == true)
                    }
                }
            }
            await world.time.sleep(.milliseconds(500))
            let exchanges = world.plan.log.count { $0.name == "exchange counts" } - before
            #expect(exchanges >= 1 && exchanges <= 3, "\(exchanges)")
        }
        #expect(world.database.durableWrites == 1000)
        let background: Set = [
            "renew lease", "take due", "end lease", "exchange counts", "remove counts",
        ]
        let names = world.plan.log.map(\.name).filter { !background.contains($0) }
        let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
        #expect(counts == ["claim": 500, "post create": 500, "record succeeded": 500])
        #expect(world.database.rateCounts(of: .address) == Array(repeating: 1, count: 500))
    }

    @Test("a database that takes no counts stops nobody, and the instance still counts")
    func blind() throws {
        let world = world(3)
        try world.play { world in
            world.fail("exchange counts", .unavailable, times: 100_000)
            for number in 0..<3 { #expect(await world.pay(purchase(number))?.isPaid == true) }
            #expect(await world.pay(purchase(3))?.wait != nil)
            await world.time.sleep(.seconds(5))
            world.heal()
            await world.time.sleep(.seconds(2))
            #expect(world.database.rateCounts(of: .address) == [3])
        }
    }
}
