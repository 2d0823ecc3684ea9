import Campaign
import Payments
import Testing

@Suite("Money goes back")
struct RefundTests {
    private static let world: @Sendable () -> World = {
        let world = World()
        world.looksAfterRefunds = true
        return world
    }

    private static func request(
        _ payment: PaymentID,
        _ minorUnits: Int64?,
        key: String = "the-refund"
    ) throws -> RefundRequest {
        RefundRequest(
            payment: payment,
            key: try #require(IdempotencyKey(key)),
            minorUnits: minorUnits,
            reason: .duplicate
        )
    }

    /// A payment of 1400 that has been paid.
    private static func paid(_ world: World) async throws -> Payment {
        _ = await world.pay(Sample.request())
        let payment = try #require(world.payment)
        try #require(payment.state == .succeeded)
        return payment
    }

    private static func checkBook(_ world: World, _ comment: Comment = "") throws {
        let payment = try #require(world.payment)
        let refunds = world.database.refunds(of: payment.id)
        let given = refunds.filter(\.state.isWithStripe).reduce(0) { $0 + $1.minorUnits }
        #expect(world.stripe.refunded(try #require(payment.intent)) == given, comment)
        #expect(payment.refunded == given, comment)
        #expect(payment.state == .succeeded, comment)
    }

    @Test("in part, and then all that is left")
    func partial() throws {
        let world = Self.world()
        let answers = try world.play { world in
            let payment = try await Self.paid(world)
            return [
                await world.refund(try Self.request(payment.id, 400, key: "a")),
                await world.refund(try Self.request(payment.id, nil, key: "b")),
                await world.refund(try Self.request(payment.id, nil, key: "c")),
                await world.refund(try Self.request(payment.id, 1, key: "d")),
            ]
        }
        #expect(answers[0]?.view?.state == .succeeded)
        #expect(answers[0]?.view?.amount.minorUnits == 400)
        #expect(answers[0]?.view?.id.number == 1)
        #expect(answers[1]?.view?.amount.minorUnits == 1000)
        #expect(answers[1]?.view?.id.number == 2)
        #expect(answers[2] == .refused(.alreadyRefunded))
        #expect(answers[3] == .refused(.alreadyRefunded))
        #expect(world.stripe.refunds.count == 2)
        try Self.checkBook(world)
    }

    /// OP08.
    @Test("once for a key, however often it is asked")
    func once() throws {
        let world = Self.world()
        let answers = try world.play { world in
            let payment = try await Self.paid(world)
            let request = try Self.request(payment.id, 700)
            var answers = await withTaskGroup(of: RefundAnswer?.self) { group in
                for _ in 0..<8 { group.addTask { await world.refund(request) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            answers.append(await world.refund(request))
            let other = try Self.request(payment.id, 600)
            #expect(await world.refund(other) == .refused(.keyReused))
            return answers
        }
        #expect(answers.count { $0?.view?.isReplay == false } == 1)
        #expect(answers.allSatisfy { $0?.view?.state == .succeeded })
        #expect(world.stripe.refunds.map(\.amount) == [700])
        try Self.checkBook(world)
    }

    @Test("is durable before a byte of it leaves, and after Stripe's refunds were listed")
    func isDurableFirst() throws {
        let world = Self.world()
        try world.play { world in
            let payment = try await Self.paid(world)
            _ = await world.refund(try Self.request(payment.id, nil))
        }
        let names = world.plan.log.map(\.name)
        let steps = ["refunds", "write refund_requested", "post refund", "write refund_succeeded"]
        #expect(names.filter(steps.contains) == steps)
    }

    @Test("to one of two who want the same money")
    func race() throws {
        let world = Self.world()
        let answers = try world.play(instances: 2) { world in
            let payment = try await Self.paid(world)
            return try await withThrowingTaskGroup(of: RefundAnswer?.self) { group in
                for number in 0..<2 {
                    let request = try Self.request(payment.id, 900, key: "key-\(number)")
                    let instance = world.instances[number]
                    group.addTask { await world.refund(request, on: instance) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count { $0?.view?.state == .succeeded } == 1)
        #expect(
            answers.count {
                $0 == .refused(.inProgress) || $0 == .refused(.tooMuch(left: 500))
            } == 1
        )
        #expect(world.stripe.refunds.count == 1)
        try Self.checkBook(world)
    }

    @Test(
        "and is known in the end, whatever happens to the answer",
        arguments: [
            Fault.lostWithEffect, .lostWithoutEffect, .crashAfter, .crashBefore, .busy,
            .unavailable, .executedSlowly(.seconds(80)), .late(.seconds(80)),
            .keptFailure(withEffect: true), .keptFailure(withEffect: false),
            .stopAfter(.seconds(20)), .otherAmount,
        ]
    )
    func lostAnswer(_ fault: Fault) throws {
        let world = Self.world()
        world.fail("post refund", fault)
        let last = try world.play(instances: 2) { world in
            let payment = try await Self.paid(world)
            let request = try Self.request(payment.id, 700)
            _ = await world.refund(request, on: world.instances[0])
            world.heal()
            await world.untilAwake()
            await world.untilQuiet()
            return await world.refund(request)
        }
        let isGone = fault == .keptFailure(withEffect: false)
        #expect(last?.view?.state == (isGone ? .failed : .succeeded), "\(fault)")
        #expect(last?.view?.failure == (isGone ? "not_executed" : nil), "\(fault)")
        #expect(world.stripe.refunds.count == (isGone ? 0 : 1), "\(fault)")
        try Self.checkBook(world, "\(fault)")
    }

    @Test("that somebody gave back in the dashboard counts")
    func dashboard() throws {
        let world = Self.world()
        let answers = try world.play { world in
            let payment = try await Self.paid(world)
            let intent = try #require(payment.intent)
            #expect(world.stripe.refundByHand(intent, 1000))
            return [
                await world.refund(try Self.request(payment.id, 401, key: "a")),
                await world.refund(try Self.request(payment.id, 400, key: "b")),
            ]
        }
        #expect(answers[0] == .refused(.tooMuch(left: 400)))
        #expect(answers[1]?.view?.id.number == 2)
        let payment = try #require(world.payment)
        #expect(world.database.refunds(of: payment.id).map { $0.order == nil } == [true, false])
        #expect(payment.refunded == 1400)
        try Self.checkBook(world)
    }

    @Test("is pending at first, and learnt later")
    func pending() throws {
        let world = Self.world()
        world.stripe.refundsArePending = true
        let (first, last) = try world.play { world in
            let payment = try await Self.paid(world)
            let request = try Self.request(payment.id, nil)
            let first = await world.refund(request)
            let refund = try #require(world.stripe.refunds.first)
            world.stripe.force(refund.id, status: "succeeded")
            await world.time.sleep(.seconds(60))
            return (first, await world.refund(request))
        }
        #expect(first?.view?.state == .pending)
        #expect(last?.view?.state == .succeeded)
        try Self.checkBook(world)
    }

    @Test("comes back from the bank weeks later, and can be given again")
    func failsLater() throws {
        let world = Self.world()
        let (shown, again) = try world.play { world in
            let payment = try await Self.paid(world)
            _ = await world.refund(try Self.request(payment.id, nil))
            let refund = try #require(world.stripe.refunds.first)
            world.stripe.force(refund.id, status: "failed")
            await world.time.sleep(.seconds(2 * 3600))
            let shown = world.payment?.refunded
            return (shown, await world.refund(try Self.request(payment.id, nil, key: "again")))
        }
        #expect(shown == 0)
        #expect(again?.view?.state == .succeeded)
        #expect(again?.view?.id.number == 2)
        try Self.checkBook(world)
    }

    @Test("only of what was paid")
    func unpaid() throws {
        let world = Self.world()
        try world.play { world in
            _ = try await world.challenge()
            let payment = try #require(world.payment)
            let answer = await world.refund(try Self.request(payment.id, nil))
            #expect(answer == .refused(.notRefundable))
            let stranger = try #require(
                PaymentID("pay_" + String(repeating: "f", count: 32))
            )
            let lost = await world.refund(try Self.request(stranger, nil))
            #expect(lost == .refused(.notFound))
        }
        #expect(world.stripe.refunds.isEmpty)
    }

    @Test("is not asked of Stripe under a key that it may have forgotten")
    func horizon() throws {
        let world = Self.world()
        world.stripe.forgetsOldKeys = true
        world.fail("post refund", .lostWithEffect)
        try world.play { world in
            let payment = try await Self.paid(world)
            let request = try Self.request(payment.id, 700)
            _ = await world.refund(request)
            world.heal()
            // The whole machine sleeps before anybody could look again.
            world.instance.link.process.stop(for: .seconds(25 * 3600))
            await world.time.sleep(.seconds(25 * 3600))
            await world.untilQuiet()
        }
        #expect(world.stripe.refunds.count == 1)
        try Self.checkBook(world)
    }
}

extension RefundAnswer {
    var view: RefundView? {
        switch self {
        case .standing(let view): view
        case .refused: nil
        }
    }
}
