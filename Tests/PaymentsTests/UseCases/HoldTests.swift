import Campaign
import Testing

@testable import Payments

/// A payment whose CVC was collected again, where a wrong one is refused.
private let held = Sample.request(card: CardUse(cvcPolicy: .refuse))
private let heldWithOther = Sample.request(
    method: Sample.other,
    card: CardUse(cvcPolicy: .refuse)
)

/// Everything that a step can suffer without an answer, or with one that is not its own.
private let losses: [Fault] = [
    .crashBefore, .crashAfter, .lostWithEffect, .lostWithoutEffect, .late(.seconds(30)),
    .slow(.seconds(80)), .busy, .refused, .keptFailure(withEffect: true),
    .keptFailure(withEffect: false), .stopBefore(.seconds(20)), .stopAfter(.seconds(20)),
    .duplicated(.seconds(60)), .saysReplayed,
]

extension World {
    fileprivate func bank(says verdict: CVCVerdict) {
        stripe.cvcChecks[Sample.visa] = verdict
    }

    /// Nothing stays held once all is over, and a wrong CVC costs nothing.
    fileprivate func checkHolds(_ comment: Comment = "") {
        checkBook(comment)
        for payment in database.payments {
            guard let intent = payment.intent else { continue }
            #expect(stripe.status(of: intent) != "requires_capture", comment)
            if payment.cvcVerdict == .fail {
                #expect(stripe.charges(of: payment.id).isEmpty, comment)
            }
        }
    }
}

@Suite("A hold")
struct HoldTests {
    @Test("is captured once the check passed")
    func pass() throws {
        let world = World()
        let answer = try world.play { await $0.pay(held) }
        #expect(answer?.isPaid == true)
        #expect(world.posts == ["create-1", "capture-1"])
        #expect(world.payment?.cvcVerdict == .pass)
        #expect(world.database.findings.isEmpty)
        world.checkHolds()
    }

    /// SC05.
    @Test("is given back where the check failed, and only then told as declined")
    func fail() throws {
        let world = World()
        world.bank(says: .fail)
        let answer = try world.play { await $0.pay(held) }
        #expect(answer?.standing == .declined(.incorrectCVC))
        #expect(world.posts == ["create-1", "cancel-1"])
        #expect(world.payment?.cvcVerdict == .fail)
        #expect(world.stripe.book.isEmpty)
        world.checkHolds()
    }

    @Test(
        "is captured and flagged where nothing was checked",
        arguments: [CVCVerdict.unavailable, .unchecked, .missing, .other("odd")]
    )
    func unchecked(verdict: CVCVerdict) throws {
        let world = World()
        world.bank(says: verdict)
        let answer = try world.play { await $0.pay(held) }
        #expect(answer?.isPaid == true)
        #expect(world.payment?.cvcVerdict == verdict)
        #expect(world.database.findings.map(\.kind) == ["cvc_unchecked"])
        world.checkHolds()
    }

    /// SC05.
    @Test("where the shop accepts a wrong CVC the payment stands and is flagged")
    func accepted() throws {
        let world = World()
        world.bank(says: .fail)
        let answer = try world.play { world in
            await world.pay(Sample.request(card: CardUse(cvcPolicy: .accept)))
        }
        #expect(answer?.isPaid == true)
        #expect(world.posts == ["create-1"])
        #expect(world.payment?.cvcVerdict == .fail)
        #expect(world.database.findings.map(\.kind) == ["cvc_failed"])
    }

    @Test("after a challenge is captured or given back by the second call")
    func challenge() throws {
        for verdict in [CVCVerdict.pass, .fail] {
            let world = World()
            world.bank(says: verdict)
            let answer = try world.play { world in
                let intent = try await world.challenge(held)
                world.stripe.authenticate(intent)
                return await world.confirm(Sample.secondCall(intent))
            }
            #expect(answer?.isPaid == (verdict == .pass))
            #expect(world.payment?.state == (verdict == .pass ? .succeeded : .declined))
            world.checkHolds()
        }
    }

    // MARK: What goes wrong

    @Test("comes to its end whatever happens to a step", arguments: losses)
    func steps(fault: Fault) throws {
        for verdict in [CVCVerdict.pass, .fail, .unchecked] {
            for step in ["post create", "post capture", "post cancel", "retrieve"] {
                let world = World()
                world.bank(says: verdict)
                world.fail(step, fault)
                _ = try world.play { world in
                    _ = await world.pay(held)
                    await world.untilAwake()
                    await world.untilQuiet()
                    await world.time.sleep(.seconds(120))
                }
                let comment: Comment = "\(verdict), \(step)"
                world.checkHolds(comment)
                // Stripe keeps that it failed, and has nothing of it.
                if step == "post create", fault == .keptFailure(withEffect: false) {
                    #expect(world.payment?.state == .canceled, comment)
                    continue
                }
                let end: PaymentState = verdict == .fail ? .declined : .succeeded
                #expect(world.payment?.state == end, comment)
                #expect(world.payment?.cvcVerdict == verdict, comment)
            }
        }
    }

    @Test(
        "comes to its end whatever happens to a commit",
        arguments: [Fault.crashBefore, .crashAfter, .lostWithEffect, .lostWithoutEffect]
    )
    func commits(fault: Fault) throws {
        for verdict in [CVCVerdict.pass, .fail] {
            for state in ["capturing", "canceling", "succeeded", "declined"] {
                let world = World()
                world.bank(says: verdict)
                world.fail("record \(state)", fault)
                try world.play { world in
                    _ = await world.pay(held)
                    await world.untilQuiet()
                }
                let end: PaymentState = verdict == .fail ? .declined : .succeeded
                #expect(world.payment?.state == end, "\(verdict), \(state)")
                world.checkHolds("\(verdict), \(state)")
            }
        }
    }

    @Test("is decided by what was stored, also after a crash and another word of Stripe's")
    func storedVerdict() throws {
        let world = World()
        world.bank(says: .fail)
        world.fail("post cancel", .crashBefore)
        try world.play { world in
            _ = await world.pay(held)
            let intent = try #require(world.payment?.intent)
            world.stripe.force(intent, cvcCheck: .pass)
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .declined)
        #expect(world.payment?.cvcVerdict == .fail)
        #expect(!world.posts.contains("capture-1"))
        world.checkHolds()
    }

    @Test("is captured once however often it is asked for")
    func taps() throws {
        let world = World()
        world.fail("post capture", .slow(.seconds(3)))
        let answers = try world.play(instances: 2) { world in
            async let first = world.pay(held, on: world.instances[0])
            async let second = world.pay(held, on: world.instances[1])
            async let third = world.pay(heldWithOther, on: world.instances[0])
            return await [first, second, third]
        }
        #expect(answers.allSatisfy { $0?.isPaid == true })
        #expect(world.posts == ["create-1", "capture-1"])
        world.checkHolds()
    }

    @Test("a late worker captures nothing and gives nothing back")
    func zombie() throws {
        for verdict in [CVCVerdict.pass, .fail] {
            let world = World()
            world.bank(says: verdict)
            try world.play { world in
                await world.start()
                let step = verdict == .pass ? "post capture" : "post cancel"
                world.plan.fault = { boundary in
                    boundary.instance == 0 && boundary.name == step
                        ? .stopBefore(.seconds(20)) : nil
                }
                _ = await world.pay(held, on: world.instances[0])
                await world.untilAwake()
                await world.untilQuiet()
            }
            #expect(world.instances[0].processor.sendsRefused == 1)
            #expect(world.payment?.state == (verdict == .pass ? .succeeded : .declined))
            world.checkHolds()
        }
    }

    @Test("whose capture Stripe answers with the hold is given back after three of them")
    func neverCaptured() throws {
        let world = World()
        world.stripe.refusesCaptures = true
        let answer = try world.play { await $0.pay(held) }
        #expect(answer?.standing == .canceled(.notExecuted))
        #expect(
            world.posts == ["create-1", "capture-1", "capture-2", "capture-3", "cancel-1"]
        )
        world.checkHolds()
    }

    @Test("that is refused for a while is captured as a step of its own afterwards")
    func refused() throws {
        let world = World()
        world.fail("post capture", .refused, times: 4)
        try world.play { world in
            _ = await world.pay(held)
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        #expect(world.posts == ["create-1", "capture-2"])
        world.checkHolds()
    }

    // MARK: Nobody expects it any more

    @Test("is given back where the customer asked more than ten minutes ago")
    func pastTheLimit() throws {
        for step in ["post create", "post capture"] {
            let world = World()
            world.fail(step, .crashAfter)
            world.restartDelay = nil
            if step == "post capture" { world.fail(step, .crashBefore) }
            try world.play { world in
                _ = await world.pay(held)
                await world.time.sleep(.seconds(11 * 60))
                await world.start()
                await world.untilQuiet()
            }
            #expect(world.payment?.state == .canceled, "\(step)")
            #expect(world.payment?.closing == .notExecuted, "\(step)")
            #expect(world.stripe.book.isEmpty, "\(step)")
            world.checkHolds("\(step)")
        }
    }

    @Test("that the customer asks for again is captured, however late")
    func askedAgain() throws {
        let world = World()
        world.fail("post capture", .crashBefore)
        world.restartDelay = nil
        let answer = try world.play { world in
            _ = await world.pay(held)
            await world.time.sleep(.seconds(3600))
            world.fail("take due", .unavailable, times: 1000)
            await world.start()
            return await world.pay(held)
        }
        #expect(answer?.isPaid == true)
        world.checkHolds()
    }

    @Test("that the bank let go after seven days is canceled")
    func lapsed() throws {
        let world = World()
        world.fail("post capture", .crashBefore)
        world.restartDelay = nil
        try world.play { world in
            _ = await world.pay(held)
            await world.time.sleep(.seconds(8 * 86_400))
            await world.start()
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .canceled)
        #expect(world.payment?.closing == .canceled)
        world.checkHolds()
    }

    // MARK: Capture against cancel

    private func query(_ world: World) throws -> PaymentQuery {
        PaymentQuery(
            id: try #require(world.payment).id,
            caller: .guest,
            secret: nil,
            key: Sample.key
        )
    }

    @Test("is given back to who cancels before the capture is durable")
    func canceled() throws {
        let world = World()
        world.fail("post create", .keptFailure(withEffect: true))
        world.fail("retrieve", .unavailable, times: 1000)
        let answer = try world.play { world in
            async let paid = world.pay(held)
            while world.payment?.state != .authorized {
                await world.time.sleep(.milliseconds(100))
            }
            let answer = await world.cancel(try query(world))
            _ = await paid
            return answer
        }
        #expect(answer?.standing == .canceled(.canceled))
        #expect(!world.posts.contains("capture-1"))
        world.checkHolds()
    }

    @Test("is given back by another instance once its owner is gone")
    func canceledElsewhere() throws {
        let world = World()
        world.restartDelay = nil
        world.fail("post create", .keptFailure(withEffect: true))
        world.fail("retrieve", .crashBefore)
        let answer = try world.play { world in
            _ = await world.pay(held)
            #expect(world.payment?.state == .authorized)
            await world.time.sleep(.seconds(20))
            world.fail("take due", .unavailable, times: 1000)
            await world.start()
            return await world.cancel(try query(world))
        }
        #expect(answer?.standing == .canceled(.canceled))
        world.checkHolds()
    }

    @Test("that is being captured is not canceled")
    func tooLate() throws {
        let world = World()
        world.fail("post capture", .slow(.seconds(3)))
        let answers = try world.play { world in
            async let paid = world.pay(held)
            while world.payment?.state != .capturing {
                await world.time.sleep(.milliseconds(10))
            }
            let canceled = await world.cancel(try query(world))
            return (await paid, canceled)
        }
        #expect(answers.0?.isPaid == true)
        guard case .refused(.notCancelable(let view)) = answers.1 else {
            Issue.record("\(String(describing: answers.1))")
            return
        }
        #expect(view.standing == .unknown)
        #expect(world.posts == ["create-1", "capture-1"])
        world.checkHolds()
    }
}
