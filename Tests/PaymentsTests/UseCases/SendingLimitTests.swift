import Campaign
import Payments
import Testing

@Suite("Limits of sending")
struct SendingLimitTests {
    /// ST01.
    @Test("nobody is charged hours after the tap: after the limit only reads")
    func limit() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 100_000)
        world.fail("list", .unavailable, times: 100_000)
        try world.play { world in
            _ = await world.pay(Sample.request())
            await world.time.sleep(.seconds(700))
            let posts = world.plan.log.count { $0.name == "post create" }
            #expect(posts > 10)
            #expect(world.payment?.state == .unresolved)
            world.fail("post create", .lostWithEffect, times: 100_000)
            await world.time.sleep(.seconds(3 * 3600))
            #expect(world.plan.log.count { $0.name == "post create" } == posts)
            world.heal()
            await world.untilQuiet()
        }
        #expect(world.stripe.book.isEmpty)
        #expect(world.payment?.state == .canceled)
        #expect(world.payment?.closing == .notExecuted)
    }

    @Test("the customer's request does not count for ever: no confirm hours later")
    func noLateConfirm() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("post confirm", .lostWithoutEffect, times: 100_000)
            world.fail("retrieve", .unavailable, times: 100_000, skipping: 1)
            _ = await world.confirm(Sample.secondCall(intent))
            await world.time.sleep(.seconds(2000))
            #expect(world.payment?.state == .unresolved)
            world.heal()
            await world.time.sleep(.seconds(600))
            #expect(world.stripe.status(of: intent) == "requires_confirmation")
        }
        #expect(world.stripe.book.isEmpty)
        #expect(world.payment?.state == .requiresAction)
        #expect(world.payment?.owner == .nobody)
    }

    @Test("a retry by the customer renews the time")
    func renewed() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 100_000)
        try world.play { world in
            _ = await world.pay(Sample.request())
            for _ in 0..<4 {
                await world.time.sleep(.seconds(540))
                _ = await world.pay(Sample.request())
            }
            #expect(world.payment?.state == .creating)
            world.heal()
            #expect(await world.pay(Sample.request())?.isPaid == true)
        }
        #expect(Set(world.posts) == ["create-1"])
        world.checkBook()
    }

    @Test("a proven absence takes two empty lists, twenty seconds apart")
    func absence() throws {
        let world = World()
        world.fail("post create", .keptFailure(withEffect: false))
        let seen = Lists()
        try world.play { world in
            let fault = world.plan.fault
            world.plan.fault = { step in
                if step.name == "list" { seen.at.append(world.time.now) }
                return fault(step)
            }
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(world.payment?.closing == .notExecuted)
        #expect(seen.at.count >= 2)
        #expect(seen.at[seen.at.count - 1] - seen.at[0] >= .seconds(20))
    }

    @Test("an absence is not proven while a send may still be executed")
    func openSend() throws {
        let world = World()
        world.settings.rules.resendLimit = .seconds(1)
        world.fail("post create", .lostWithoutEffect, times: 1000)
        try world.play { world in
            let fault = world.plan.fault
            let first = First()
            world.plan.fault = { step in
                guard step.name == "post create", first.take() else { return fault(step) }
                return .late(.seconds(200))
            }
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }

    /// DC09: a key that Stripe may have forgotten is not sent again.
    @Test(
        "after 23 hours by either clock nothing is sent",
        arguments: [
            (Duration.seconds(23 * 3600), Duration.zero), (.zero, .seconds(23 * 3600)),
        ]
    )
    func horizon(database: Duration, stripe: Duration) throws {
        let world = World()
        world.settings.rules.resendLimit = .seconds(48 * 3600)
        world.fail("post create", .lostWithoutEffect, times: 10, skipping: 1)
        try world.play { world in
            // An answer of Stripe teaches its time.
            _ = await world.pay(Sample.request(key: Sample.otherKey, method: Sample.third))
            world.restartDelay = nil
            async let lost = world.pay(Sample.request())
            await world.time.sleep(.milliseconds(120))
            world.instance.link.cut()
            _ = await lost
            world.heal()
            world.database.skew += database
            world.stripe.skew += stripe
            world.stripe.pruneKeys()
            await world.start()
            let posts = world.plan.log.count { $0.name == "post create" }
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
            #expect(world.plan.log.count { $0.name == "post create" } == posts)
        }
        #expect(world.stripe.book.count == 1)
        #expect(world.database.payments.contains { $0.closing == .notExecuted })
        world.checkBook()
    }
}

private final class Lists: @unchecked Sendable {
    var at: [Duration] = []
}

private final class First: @unchecked Sendable {
    private var isTaken = false
    func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }
}
