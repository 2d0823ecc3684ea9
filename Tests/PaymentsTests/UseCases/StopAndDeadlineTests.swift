import Campaign
import Testing

@testable import Payments

@Suite("Stopping, and answering in time")
struct StopAndDeadlineTests {
    @Test("those under way are answered, new ones refused, existing ones told")
    func drains() throws {
        let world = World()
        world.fail("post create", .slow(.seconds(3)), skipping: 1)
        try world.play { world in
            _ = await world.pay(Sample.request(key: Sample.otherKey, method: Sample.third))
            async let underWay = world.pay(Sample.request())
            await world.time.sleep(.seconds(1))
            async let stopped: Void = world.service.stop(within: .seconds(10))
            await world.time.sleep(.milliseconds(100))
            let next = Sample.known(IdempotencyKey("the-key-of-a-third-one"))
            #expect(
                await world.pay(Sample.request(key: next, method: Sample.other))?.refusal
                    == .unavailable
            )
            #expect(
                await world.pay(Sample.request(key: Sample.otherKey, method: Sample.third))?.isPaid
                    == true
            )
            #expect(await underWay?.isPaid == true)
            await stopped
        }
        #expect(world.stripe.book.count == 2)
        world.checkBook()
    }

    @Test("a claim that is with the database is under way")
    func drainsClaims() throws {
        let world = World()
        world.fail("claim", .slow(.seconds(2)))
        try world.play { world in
            async let underWay = world.pay(Sample.request())
            await world.time.sleep(.seconds(1))
            await world.service.stop(within: .seconds(10))
            #expect(await underWay?.isPaid == true)
        }
        world.checkBook()
    }

    @Test("a renewal that is answered during a stop does not revive the right to send")
    func noRevival() throws {
        let world = World()
        world.fail("renew lease", .slow(.seconds(1)), skipping: 1)
        try world.play { world in
            await world.time.sleep(.milliseconds(2500))
            await world.service.stop(within: .zero)
            await world.time.sleep(.seconds(2))
            #expect(await world.service.lease.isLive(at: world.time.now) == false)
        }
    }

    @Test("the patience of a stop is kept")
    func patience() throws {
        let world = World()
        world.fail("post create", .slow(.seconds(60)), times: 10)
        try world.play { world in
            async let unanswered = world.pay(Sample.request())
            await world.time.sleep(.seconds(1))
            let start = world.time.now
            await world.service.stop(within: .seconds(4))
            #expect(world.time.now - start < .seconds(5))
            #expect(await unanswered?.standing == .unknown)
        }
    }

    @Test(
        "every request is answered in time, whatever hangs",
        arguments: [
            "claim", "post create", "record succeeded", "method",
        ]
    )
    func inTime(step: String) throws {
        let world = World()
        world.fail(step, .slow(.seconds(300)), times: 1000)
        try world.play { world in
            let key = step == "method" ? nil : Sample.key
            let start = world.time.now
            let answer = await world.pay(Sample.request(key: key))
            #expect(world.time.now - start <= World.patience)
            let isRefused = answer?.refusal == .unavailable
            #expect(answer?.standing == .unknown || (isRefused && step == "method"))
            await world.time.sleep(.seconds(400))
            world.heal()
            await world.untilQuiet()
            if isRefused { #expect(world.stripe.book.isEmpty) }
        }
        world.checkBook()
    }

    @Test(
        "a second call, a repeat and a cancel are answered in time too",
        arguments: [
            "retrieve", "post confirm", "record confirming", "payment of intent", "holders",
            "claim",
            "post cancel", "record canceling", "payment",
        ]
    )
    func othersInTime(step: String) throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail(step, .slow(.seconds(300)), times: 1000)
            let query = PaymentQuery(
                id: try #require(world.payment).id,
                caller: .guest,
                secret: nil,
                key: Sample.key
            )
            for call in 0..<3 {
                let start = world.time.now
                switch call {
                case 0: _ = await world.cancel(query)
                case 1: _ = await world.pay(Sample.request())
                case _: _ = await world.confirm(Sample.secondCall(intent))
                }
                #expect(world.time.now - start <= World.patience)
            }
            world.heal()
            await world.time.sleep(.seconds(700))
            await world.untilQuiet()
        }
        world.checkBook()
    }

    @Test("who was told that nothing was charged is not charged afterwards")
    func keptWord() throws {
        let world = World()
        world.fail("claim", .unavailable, times: 3)
        try world.play { world in
            #expect(await world.pay(Sample.request())?.refusal == .unavailable)
            await world.time.sleep(.seconds(600))
        }
        #expect(world.database.payments.isEmpty)
        #expect(world.stripe.arrivals.isEmpty)
    }
}
