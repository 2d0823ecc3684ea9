import Campaign
import Testing

@testable import Payments

private let minute: Duration = .seconds(60)

@Suite("Recovery")
struct RecoveryTests {
    @Test("looks at what a dead run left within a lease and one pass")
    func takesOver() throws {
        let world = World()
        world.fail("post create", .crashBefore)
        let waited = try world.play { world in
            async let lost = world.pay(Sample.request())
            let start = world.time.now
            while world.payment?.state != .succeeded { await world.time.sleep(.milliseconds(100)) }
            let waited = world.time.now - start
            #expect(await lost == nil)
            return waited
        }
        #expect(waited < .seconds(13))
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("takes over at once what a run gave up when it stopped")
    func afterStop() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 100)
        try world.play { world in
            let first = world.instance
            async let unanswered = world.pay(Sample.request())
            await world.time.sleep(.seconds(2))
            await first.service.stop(within: .zero)
            #expect(await unanswered?.standing == .unknown)
            world.heal()
            await world.start()
            await world.time.sleep(.seconds(3))
            #expect(world.payment?.state == .succeeded)
        }
        world.checkBook()
    }

    @Test("finds what its own instance has lost sight of")
    func unattended() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 100)
        try world.play { world in
            _ = await world.pay(Sample.request())
            let id = try #require(world.payment).id
            let before = await world.service.lease.instance
            // It waits for its next try, and nobody is left who would wake it.
            await world.service.lose(id)
            world.heal()
            await world.untilQuiet(atMost: .seconds(60))
            #expect(world.payment?.state == .succeeded)
            #expect(world.database.findings.map(\.kind) == ["unattended"])
            #expect(await world.service.lease.instance != before)
        }
        world.checkBook()
    }

    @Test("does not take slow work for lost")
    func attended() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 6)
        try world.play { world in
            let before = await world.service.lease.instance
            _ = await world.pay(Sample.request())
            await world.untilQuiet(atMost: .seconds(300))
            #expect(world.payment?.state == .succeeded)
            #expect(world.database.findings.isEmpty)
            #expect(await world.service.lease.instance == before)
        }
        world.checkBook()
    }

    @Test("sends no first confirm without the customer")
    func noFirstConfirm() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            await world.time.sleep(.seconds(59 * 60))
            #expect(world.posts == ["create-1"])
        }
        #expect(world.stripe.book.isEmpty)
    }

    @Test("repeats a confirm that the customer asked for")
    func repeatsConfirm() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("post confirm", .crashBefore)
            _ = await world.confirm(Sample.secondCall(intent))
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    /// ST09.
    @Test("touches no challenge before 75 minutes, and ends it by Stripe's word")
    func reaps() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            // As if Stripe's hour did not end it: the cancel has to.
            world.stripe.force(intent, status: "requires_action")
            world.stripe.skew = .seconds(-1800)
            await world.time.sleep(minute * 74)
            #expect(world.payment?.state == .requiresAction)
            #expect(world.stripe.reads.isEmpty)
            await world.time.sleep(minute * 2)
        }
        #expect(world.payment?.state == .expired)
        #expect(world.payment?.closing == .windowExpired)
        #expect(world.posts == ["create-1", "cancel-1"])
        world.checkBook()
    }

    @Test("says expired where Stripe's hour ended it, without a cancel")
    func expires() throws {
        let world = World()
        try world.play { world in
            _ = try await world.challenge()
            await world.time.sleep(minute * 77)
        }
        #expect(world.payment?.state == .expired)
        #expect(world.posts == ["create-1"])
    }

    @Test("leaves a challenge that is done another hour")
    func grace() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.stripe.skew = .seconds(-7200)
            await world.time.sleep(minute * 77)
            #expect(world.payment?.state == .requiresAction)
            #expect(world.payment?.times.isGraceGiven == true)
            #expect(world.payment?.owner == .nobody)
            await world.time.sleep(minute * 57)
            #expect(world.payment?.state == .requiresAction)
            await world.time.sleep(minute * 5)
        }
        #expect(world.payment?.state == .expired)
        #expect(world.posts == ["create-1", "cancel-1"])
        world.checkBook()
    }

    @Test(
        "gives a challenge back that it cannot read",
        arguments: [
            Fault.unavailable, .missing,
        ]
    )
    func givesBack(fault: Fault) throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.skew = .seconds(-7200)
            world.stripe.authenticate(intent)
            world.fail("retrieve", fault, times: 100)
            await world.time.sleep(minute * 77)
            #expect(world.payment?.state == .requiresAction)
            #expect(world.payment?.owner == .nobody)
            #expect(
                world.database.findings.map(\.kind) == (fault == .missing ? ["intent_missing"] : [])
            )
            world.heal()
            // By whichever instance.
            await world.start()
            #expect(await world.confirm(Sample.secondCall(intent))?.isPaid == true)
        }
        world.checkBook()
    }

    @Test("polls what Stripe is still working on")
    func polls() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .processes
        let answers = try world.play { world in
            let first = await world.pay(Sample.request())
            await world.time.sleep(minute)
            let second = await world.pay(Sample.request())
            world.stripe.force(Sample.known(PaymentIntentID("pi_1")), status: "succeeded")
            await world.time.sleep(minute)
            return [first, second, await world.pay(Sample.request())]
        }
        #expect(answers[0]?.standing == .processing)
        #expect(answers[1]?.standing == .processing)
        #expect(answers[2]?.isPaid == true)
        let reads = world.stripe.reads.count
        #expect(reads > 3 && reads < 40)
        world.checkBook()
    }

    /// DC13.
    @Test("leaves to a person what killed three runs")
    func noProgress() throws {
        let world = World()
        world.fail("post create", .crashBefore, times: 100)
        try world.play { world in
            _ = await world.pay(Sample.request())
            await world.time.sleep(minute * 5)
        }
        #expect(world.instances.count == 5)
        #expect(world.database.findings.map(\.kind) == ["no_progress"])
        #expect(world.stripe.book.isEmpty)
    }
}

extension PaymentService {
    /// As a mistake would: the work is not known any more, and never goes on.
    fileprivate func lose(_ id: PaymentID) { drives[id] = nil }
}
