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

    /// Work that met the lapsed lease has ended without a word and relies on it that nobody takes
    /// the name for alive any more.
    @Test("a renewal that is answered too late does not revive a lapsed lease")
    func lateRenewal() throws {
        let world = World()
        try world.play { world in
            let before = await world.service.lease.instance
            // Granted at 0, trusted until 8, kept by the database until 10. The renewal at 2 comes
            // to nothing, that at 4 is granted at 9; the claim is written between 8 and 9.
            world.fail("renew lease", .slow(.seconds(5)), times: 2)
            world.fail("renew lease", .unavailable)
            await world.time.sleep(.milliseconds(500))
            world.fail("claim", .slow(.seconds(8)))
            let answer = await world.pay(Sample.request())
            #expect(answer?.standing == .unknown)
            #expect(world.posts.isEmpty)
            await world.time.sleep(.seconds(2))
            #expect(await world.service.lease.instance != before)
            await world.untilQuiet(atMost: .seconds(60))
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.posts == ["create-1"])
        world.checkBook()
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

    /// An instance alone that falls asleep over an empty list wakes up after the last send can have
    /// been executed, and does not take the list for proof that it was not.
    @Test("an old list proves nothing")
    func sleepsOverList() throws {
        let world = World()
        let sends = Sends()
        try world.play { world in
            world.plan.fault = { step in
                switch step.name {
                case "post create":
                    sends.last = world.time.now
                    let isEarly = world.time.now < .seconds(560)
                    return isEarly ? .lostWithoutEffect : .late(.seconds(290))
                case "list" where !sends.isAsleep && world.time.now > sends.last + .seconds(270):
                    sends.isAsleep = true
                    return .stopAfter(.seconds(60))
                case _: return nil
                }
            }
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(sends.isAsleep)
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }
}

/// What the script of a test has seen.
private final class Sends: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    var last: Duration = .seconds(1_000_000)
    var isAsleep = false
}
