import Campaign
import Payments
import Testing

private let losses: [Fault] = [
    .lostWithEffect, .lostWithoutEffect, .late(.seconds(30)), .slow(.seconds(80)), .busy,
]

@Suite("Lost answers")
struct LostAnswerTests {
    @Test("to a create end in one charge", arguments: losses)
    func create(fault: Fault) throws {
        let world = World()
        world.fail("post create", fault)
        let answer = try world.play { world in
            let answer = await world.pay(Sample.request())
            await world.untilQuiet()
            await world.time.sleep(.seconds(120))
            return answer
        }
        #expect(world.payment?.state == .succeeded)
        #expect(answer?.isPaid == true || answer?.standing == .unknown)
        #expect(Set(world.posts) == ["create-1"])
        world.checkBook()
    }

    @Test("to a confirm end in one charge", arguments: losses)
    func confirm(fault: Fault) throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("post confirm", fault)
            _ = await world.confirm(Sample.secondCall(intent))
            await world.untilQuiet()
            await world.time.sleep(.seconds(120))
        }
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }

    @Test("to a cancel end it", arguments: losses)
    func cancel(fault: Fault) throws {
        let world = World()
        try world.play { world in
            _ = try await world.challenge()
            world.fail("post cancel", fault)
            _ = await world.pay(Sample.request(method: Sample.other))
            await world.untilQuiet()
            await world.time.sleep(.seconds(120))
            _ = await world.pay(Sample.request(method: Sample.other))
        }
        #expect(world.database.payments.map(\.state) == [.canceled, .succeeded])
        world.checkBook()
    }

    @Test("are repeated at once, then with pauses that grow to half a minute")
    func pauses() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 1000)
        let posts = Posts()
        try world.play { world in
            let fault = world.plan.fault
            world.plan.fault = { step in
                if step.name == "post create" { posts.at.append(world.time.now) }
                return fault(step)
            }
            _ = await world.pay(Sample.request())
            await world.time.sleep(.seconds(300))
        }
        let gaps = zip(posts.at, posts.at.dropFirst()).map { $1 - $0 }
        #expect(gaps[0] < .seconds(1))
        #expect(gaps[1] > .milliseconds(500))
        #expect(gaps.allSatisfy { $0 < .seconds(31) })
        #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("a customer who asks again is a reason to try at once")
    func wakes() throws {
        let world = World()
        world.fail("post create", .lostWithoutEffect, times: 8)
        let waited = try world.play { world in
            #expect(await world.pay(Sample.request())?.standing == .unknown)
            world.heal()
            let start = world.time.now
            #expect(await world.pay(Sample.request())?.isPaid == true)
            return world.time.now - start
        }
        #expect(waited < .seconds(1))
        world.checkBook()
    }

    @Test(
        "a kept failure ends repeating, and reading finds what it hid",
        arguments: [
            true, false,
        ]
    )
    func kept(withEffect: Bool) throws {
        let world = World()
        world.fail("post create", .keptFailure(withEffect: withEffect))
        try world.play { world in
            _ = await world.pay(Sample.request())
            await world.untilQuiet()
        }
        #expect(world.posts == ["create-1"])
        #expect(world.payment?.state == (withEffect ? .succeeded : .canceled))
        #expect(world.payment?.closing == (withEffect ? nil : .notExecuted))
        world.checkBook()
    }

    @Test("a kept failure of a confirm that did nothing is followed by a new one")
    func keptConfirm() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            world.fail("post confirm", .keptFailure(withEffect: false))
            #expect(await world.confirm(Sample.secondCall(intent))?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "confirm-1", "confirm-2"])
        world.checkBook()
    }

    /// ID16: Stripe refuses a key that comes with other parameters.
    @Test("are repeated byte by byte by a program that would make other bytes")
    func newerProgram() throws {
        let world = World()
        world.restartDelay = nil
        world.fail("post create", .crashAfter)
        try world.play { world in
            async let lost = world.pay(Sample.request())
            await world.time.sleep(.seconds(1))
            let newer = await world.start()
            newer.processor.suffix = "newer"
            await world.time.sleep(.seconds(13))
            #expect(await lost == nil)
            #expect(world.payment?.state == .succeeded)
        }
        #expect(world.posts == ["create-1", "create-1"])
        world.checkBook()
    }

    @Test("a database that forgot leads back to the same charge")
    func forgot() throws {
        let world = World()
        let answer = try world.play { world in
            _ = await world.pay(Sample.request())
            world.database.forget(try #require(world.payment).id)
            return await world.pay(Sample.request())
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }

    @Test(
        "a key that is taken leads to the older charge, however old",
        arguments: [
            Duration.seconds(60), .seconds(5 * 3600),
        ]
    )
    func keyTaken(age: Duration) throws {
        let world = World()
        let answer = try world.play { world in
            _ = await world.pay(Sample.request())
            world.database.forget(try #require(world.payment).id)
            await world.time.sleep(age)
            // Other bytes under the same derived key: another card.
            _ = await world.pay(Sample.request(method: Sample.other))
            await world.untilQuiet()
            return await world.pay(Sample.request(method: Sample.other))
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.count == 1)
        #expect(world.payment?.state == .succeeded)
    }
}

private final class Posts: @unchecked Sendable {
    var at: [Duration] = []
}
