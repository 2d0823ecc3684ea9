import Campaign
import Testing

@testable import Payments

@Suite("Leases")
struct LeaseTests {
    @Test("nothing is sent once the lease has lapsed, also from the queue")
    func permit() throws {
        let world = World()
        try world.play { world in
            world.instance.link.queueing = .seconds(9)
            world.fail("renew lease", .unavailable, times: 100)
            _ = await world.pay(Sample.request())
            #expect(world.stripe.arrivals.isEmpty)
            world.heal()
            world.instance.link.queueing = .zero
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("a silent instance comes back under a new name")
    func newName() throws {
        let world = World()
        try world.play { world in
            let before = await world.service.lease.instance
            world.fail("renew lease", .unavailable, times: 5)
            await world.time.sleep(.seconds(9))
            #expect(await world.service.isReady == false)
            #expect(await world.pay(Sample.request())?.refusal == .unavailable)
            await world.time.sleep(.seconds(5))
            #expect(await world.service.isReady)
            #expect(await world.service.lease.instance != before)
            #expect(await world.pay(Sample.request())?.isPaid == true)
        }
    }

    @Test("a zombie writes nothing, and follows who came after it")
    func zombie() throws {
        let world = World()
        let answer = try world.play { world in
            let zombie = world.instance
            await world.start()
            world.plan.fault = { step in
                if step.instance == 0, step.name == "renew lease" { return .unavailable }
                if step.instance == 0, step.name == "post create" { return .slow(.seconds(18)) }
                return nil
            }
            // Charged, but the answer comes long after the lease.
            let answer = await zombie.service.pay(
                Sample.request(),
                until: world.time.now + World.patience
            )
            let id = try #require(world.payment).id
            let events = world.database.events(of: id)
            #expect(events == ["claimed", "taken_over", "found_succeeded"])
            return answer
        }
        #expect(answer.standing == .unknown || answer.isPaid)
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }

    @Test("a zombie does not show a challenge that was finished while it slept")
    func lateSecondCall() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            let zombie = world.instance
            await world.start()
            world.stripe.authenticate(intent)
            world.plan.fault = { step in
                if step.instance == 0, step.name == "renew lease" { return .unavailable }
                // It reads that the challenge is done, and hears of it long after its lease.
                if step.instance == 0, step.name == "retrieve" { return .slow(.seconds(18)) }
                return nil
            }
            let deadline = world.time.now + World.patience
            async let late = zombie.service.confirm(Sample.secondCall(intent), until: deadline)
            await world.time.sleep(.seconds(5))
            let told = await world.confirm(Sample.secondCall(intent))
            return [told, await late]
        }
        #expect(answers[0]?.isPaid == true)
        #expect(answers[1]?.isPaid == true)
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    @Test("an instance takes over its own attempt when its name lapsed during a call")
    func ownHeir() throws {
        let world = World()
        try world.play { world in
            world.fail("renew lease", .unavailable, times: 6)
            world.fail("post create", .slow(.seconds(45)))
            _ = await world.pay(Sample.request())
            await world.time.sleep(.seconds(30))
            await world.untilQuiet(atMost: .seconds(300))
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.payment?.owner == .nobody)
        world.checkBook()
    }

    /// DB10.
    @Test(
        "the database's clock alone decides who may take over",
        arguments: [
            Duration.seconds(3600), .seconds(-3600),
        ]
    )
    func skew(skew: Duration) throws {
        let world = World()
        world.database.skew = skew
        world.fail("post create", .crashAfter)
        try world.play { world in
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }

    @Test("a database clock that runs ahead makes zombies, and no second charge")
    func jump() throws {
        let world = World()
        try world.play { world in
            let first = world.instance
            await world.start()
            world.plan.fault = { step in
                step.instance == 0 && step.name == "post create" ? .slow(.seconds(5)) : nil
            }
            async let answer = first.service.pay(
                Sample.request(),
                until: world.time.now + World.patience
            )
            await world.time.sleep(.seconds(1))
            world.database.skew = .seconds(60)
            _ = await answer
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }
}
