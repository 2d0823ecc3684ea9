import Campaign
import Money
import Payments
import Testing

@Suite("A person ends what got stuck")
struct ResolveTests {
    private static func request(
        _ payment: Payment,
        _ action: ResolveAction,
        intent: PaymentIntentID? = nil
    ) -> ResolveRequest {
        ResolveRequest(
            payment: payment.id,
            action: action,
            reason: Sample.known(ResolveReason("ticket 7")),
            who: Sample.known(Operator("ann")),
            intent: intent
        )
    }

    private static let world: @Sendable () -> World = {
        let world = World()
        world.looksAfterRefunds = true
        return world
    }

    /// A payment whose intent Stripe shows with another amount, and in this state.
    private static func quarantined(
        _ world: World,
        _ status: String,
        amount: Int64 = 9900
    ) async throws -> Payment {
        let intent = try await world.challenge()
        world.stripe.force(intent, status: status, amount: amount)
        _ = await world.confirm(Sample.secondCall(intent))
        let payment = try #require(world.payment)
        try #require(payment.state == .quarantined)
        return payment
    }

    private static func resolve(
        _ world: World,
        _ action: ResolveAction,
        intent: PaymentIntentID? = nil
    ) async throws -> ResolveAnswer? {
        await world.resolve(request(try #require(world.payment), action, intent: intent))
    }

    @Test("by taking over what Stripe shows, with the amount that moved")
    func adopt() throws {
        let world = Self.world()
        let answers = try world.play { world in
            _ = try await Self.quarantined(world, "succeeded")
            return [
                try await Self.resolve(world, .adopt), try await Self.resolve(world, .adopt),
            ]
        }
        #expect(answers[0]?.state == .succeeded)
        #expect(answers[0]?.wasSo == false)
        #expect(answers[0]?.view?.amount.minorUnits == 9900)
        #expect(answers[1]?.wasSo == true)
        let payment = try #require(world.payment)
        #expect(payment.charged?.minorUnits == 9900)
        #expect(payment.amount.minorUnits == 1400)
        #expect(payment.owner == .nobody)
        #expect(world.posts == ["create-1"])
        #expect(world.database.findings.isEmpty)
        #expect(world.database.events(of: payment.id).last == "resolved_adopt")
        let told = FulfillmentID(.succeeded, of: payment.id)
        #expect(world.database.outbox[told]?.fulfillment.amount.minorUnits == 9900)
    }

    @Test(
        "by taking over another end",
        arguments: [
            ("canceled", PaymentState.canceled), ("requires_payment_method", .declined),
        ]
    )
    func adoptEnd(status: String, state: PaymentState) throws {
        let world = Self.world()
        let answer = try world.play { world in
            _ = try await Self.quarantined(world, status)
            return try await Self.resolve(world, .adopt)
        }
        #expect(answer?.state == state)
        #expect(world.payment?.state == state)
        #expect(world.payment?.charged == nil)
        #expect(world.posts == ["create-1"])
    }

    @Test("by giving back what was taken, which ends it in the same commit")
    func refund() throws {
        let world = Self.world()
        let answers = try world.play { world in
            let payment = try await Self.quarantined(world, "succeeded")
            let answers = [
                try await Self.resolve(world, .refund), try await Self.resolve(world, .refund),
            ]
            let events = world.database.events(of: payment.id)
            let refund = events.drop { $0 != "resolved_refund" }
            #expect(Array(refund) == ["resolved_refund", "refund_requested", "refund_succeeded"])
            return answers
        }
        #expect(answers[0]?.state == .canceled)
        #expect(answers[0]?.wasSo == false)
        #expect(answers[1]?.state == .canceled)
        #expect(answers[1]?.wasSo == true)
        #expect(answers[1]?.view?.refunded == 9900)
        #expect(world.stripe.refunds.map(\.amount) == [9900])
        let payment = try #require(world.payment)
        #expect(payment.closing == .canceled)
        let failed = FulfillmentID(.failed, of: payment.id)
        #expect(world.database.outbox.keys.map(\.outcome) == [failed.outcome])
    }

    @Test("by canceling what could still take money")
    func close() throws {
        let world = Self.world()
        let answers = try world.play { world in
            _ = try await Self.quarantined(world, "requires_action")
            return [
                try await Self.resolve(world, .adopt), try await Self.resolve(world, .refund),
                try await Self.resolve(world, .close), try await Self.resolve(world, .close),
            ]
        }
        #expect(answers[0]?.refusal == .notOver("requires_action"))
        #expect(answers[1]?.refusal == .noMoneyIsThere("requires_action"))
        #expect(answers[2]?.state == .canceled)
        #expect(answers[2]?.wasSo == false)
        #expect(answers[3]?.wasSo == true)
        #expect(world.posts == ["create-1", "cancel-1"])
        #expect(world.payment?.owner == .nobody)
    }

    @Test("but closes nothing that holds money, and nothing while Stripe is away")
    func closeRefused() throws {
        let world = Self.world()
        try world.play { world in
            let payment = try await Self.quarantined(world, "succeeded")
            let intent = try #require(payment.intent)
            let answer = try await Self.resolve(world, .close)
            #expect(answer?.refusal == .moneyIsThere(intent))
            world.fail("retrieve", .unavailable, times: 1000)
            #expect(try await Self.resolve(world, .close)?.refusal == .unavailable)
            #expect(try await Self.resolve(world, .adopt)?.refusal == .unavailable)
        }
        #expect(world.payment?.state == .quarantined)
        #expect(world.payment?.owner == .nobody)
    }

    @Test("what Stripe does not know any more, once it lists no other one")
    func missing() throws {
        let world = Self.world()
        world.stripe.cards[Sample.visa] = .processes
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            world.stripe.lose(Sample.known(PaymentIntentID("pi_1")))
            await world.time.sleep(.seconds(300))
            #expect(world.database.findings.map(\.kind) == ["intent_missing"])
            return [
                try await Self.resolve(world, .adopt), try await Self.resolve(world, .close),
            ]
        }
        #expect(answers[0]?.refusal == .nothingIsThere)
        #expect(answers[1]?.state == .canceled)
        #expect(world.database.findings.isEmpty)
    }

    @Test("that another instance is reading, whose work ends with that", arguments: [1, 2])
    func unresolved(instances: Int) throws {
        let world = Self.world()
        let answer = try world.play(instances: instances) { world in
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "requires_reauthorization")
            _ = await world.confirm(Sample.secondCall(intent), on: world.instances[0])
            try #require(world.payment?.state == .unresolved)
            world.stripe.force(intent, status: "canceled")
            let payment = try #require(world.payment)
            let last = world.instances[instances - 1]
            let answer = await world.resolve(Self.request(payment, .close), on: last)
            await world.untilQuiet()
            return answer
        }
        #expect(answer?.state == .canceled)
        #expect(world.payment?.state == .canceled)
        #expect(world.database.findings.isEmpty)
        #expect(world.posts == ["create-1"])
    }

    @Test("only by its own money where it is none: a customer's payment goes on")
    func refusedGoesOn() throws {
        let world = Self.world()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "requires_reauthorization")
            _ = await world.confirm(Sample.secondCall(intent))
            let payment = try #require(world.payment)
            let answer = await world.resolve(Self.request(payment, .refund))
            #expect(answer?.refusal == .notOver("requires_reauthorization"))
            world.stripe.force(intent, status: "canceled")
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .canceled)
    }

    @Test("a challenge is left to its customer where nothing came of it")
    func challengeStays() throws {
        let world = Self.world()
        try world.play { world in
            let intent = try await world.challenge()
            #expect(
                try await Self.resolve(world, .adopt)?.refusal == .notOver("requires_action")
            )
            world.stripe.authenticate(intent)
            let answer = await world.confirm(Sample.secondCall(intent))
            #expect(answer?.isPaid == true)
        }
        world.checkBook()
    }

    @Test("one that was paid, all of which goes back once")
    func refundPaid() throws {
        let world = Self.world()
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            return [
                try await Self.resolve(world, .close), try await Self.resolve(world, .refund),
                try await Self.resolve(world, .refund), try await Self.resolve(world, .adopt),
            ]
        }
        #expect(answers[0]?.refusal?.word == "money_is_there")
        #expect(answers[1]?.wasSo == false)
        #expect(answers[1]?.view?.refunded == 1400)
        #expect(answers[2]?.wasSo == true)
        #expect(answers[3]?.state == .succeeded)
        #expect(world.stripe.refunds.map(\.amount) == [1400])
        #expect(world.payment?.state == .succeeded)
    }

    @Test("money that turned up after the end goes back")
    func refundEnded() throws {
        let world = Self.world()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            _ = await world.cancel(.fromShop(try #require(world.payment).id))
            try #require(world.payment?.state == .canceled)
            world.stripe.force(intent, status: "succeeded")
            return [
                try await Self.resolve(world, .adopt), try await Self.resolve(world, .refund),
                try await Self.resolve(world, .refund),
            ]
        }
        #expect(answers[0]?.refusal == .ended)
        #expect(answers[1]?.state == .canceled)
        #expect(answers[1]?.view?.refunded == 1400)
        #expect(answers[2]?.wasSo == true)
        #expect(world.stripe.refunds.map(\.amount) == [1400])
    }

    @Test("a second charge, which leaves the first one as it is")
    func refundStray() throws {
        let world = Self.world()
        let answers = try world.play { world in
            _ = await world.pay(Sample.request())
            let payment = try #require(world.payment)
            let second = world.stripe.chargeAside(naming: payment.id, 900)
            let pending = world.stripe.openAside(naming: payment.id, 500)
            return [
                try await Self.resolve(world, .close, intent: second),
                try await Self.resolve(world, .adopt, intent: second),
                try await Self.resolve(world, .refund, intent: second),
                try await Self.resolve(world, .refund, intent: second),
                try await Self.resolve(world, .close, intent: pending),
                try await Self.resolve(world, .close, intent: pending),
            ]
        }
        #expect(answers[0]?.refusal?.word == "money_is_there")
        #expect(answers[1]?.refusal?.word == "other_intent")
        #expect(answers[2]?.wasSo == false)
        #expect(answers[3]?.wasSo == true)
        #expect(answers[4]?.wasSo == false)
        #expect(answers[5]?.wasSo == true)
        #expect(world.stripe.refunds.map(\.amount) == [900])
        #expect(world.payment?.state == .succeeded)
        #expect(world.payment?.refunded == 0)
        #expect(world.payment?.owner == .nobody)
        #expect(world.stripe.intentsByStatus["canceled"] == 1)
    }

    @Test("nothing that is not there, and not what the service has in hand")
    func refused() throws {
        let world = Self.world()
        try world.play { world in
            let unknown = Sample.payment()
            #expect(await world.resolve(Self.request(unknown, .close)) == .refused(.notFound, nil))
            world.fail("post create", .lostWithoutEffect, times: 1000)
            world.answerTimeout = .seconds(5)
            _ = await world.pay(Sample.request())
            let payment = try #require(world.payment)
            try #require(payment.state == .creating)
            for action in ResolveAction.allCases {
                let answer = await world.resolve(Self.request(payment, action))
                #expect(answer?.refusal == .inProgress)
            }
            world.heal()
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }
}

extension ResolveAnswer {
    fileprivate var view: ResolveView? {
        switch self {
        case .resolved(let view, _), .underWay(let view): view
        case .refused(_, let view): view
        }
    }

    fileprivate var state: PaymentState? { refusal == nil ? view?.state : nil }

    fileprivate var wasSo: Bool? {
        if case .resolved(_, let wasSo) = self { wasSo } else { nil }
    }

    fileprivate var refusal: ResolveRefusal? {
        if case .refused(let why, _) = self { why } else { nil }
    }
}
