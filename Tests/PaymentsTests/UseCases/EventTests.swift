import Campaign
import Testing

@testable import Payments

@Suite("Stripe's events")
struct EventTests {
    private static func paid(_ world: World) async throws -> (Payment, PaymentIntentID) {
        _ = await world.pay(Sample.request())
        let payment = try #require(world.payment)
        return (payment, try #require(payment.intent))
    }

    private static func refundNotice(_ intent: PaymentIntentID) throws -> StripeNotice {
        .refund(try #require(StripeRefundID("re_1")), status: "succeeded", of: intent)
    }

    // MARK: Intents

    @Test("a challenge that is canceled in the dashboard is canceled, and nothing is asked for it")
    func canceledElsewhere() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "canceled")
            listener.feed.add([.intent(intent, .canceled, payment: world.payment?.id)])
            await listener.read()
            #expect(world.payment?.state == .canceled)
            #expect(world.payment?.closing?.code == "canceled")
            #expect(listener.open == 0)
        }
        #expect(world.posts == ["create-1"])
    }

    @Test("a challenge that is confirmed elsewhere is paid, once, and the shop is told once")
    func succeededElsewhere() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "succeeded")
            let notice = StripeNotice.intent(intent, .succeeded, payment: world.payment?.id)
            listener.feed.add([notice, notice])
            await listener.read()
            #expect(world.payment?.state == .succeeded)
            await listener.wait()
            listener.feed.add([notice])
            await listener.read()
            #expect(listener.followed.count == 1, "what is known is not looked at")
        }
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test("a hint alone changes nothing, and brings no end of a challenge forward")
    func hintIsNoEvidence() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let intent = try await world.challenge()
            listener.feed.add([.intent(intent, .canceled, payment: nil)])
            await listener.read()
            #expect(world.payment?.state == .requiresAction)
            #expect(listener.followed.count == 1)
            world.stripe.authenticate(intent)
            let answer = await world.confirm(Sample.secondCall(intent))
            #expect(answer?.isPaid == true)
        }
        #expect(world.posts == ["create-1", "confirm-1"])
        world.checkBook()
    }

    @Test("an authenticated challenge is not confirmed because of a hint")
    func confirmsNothing() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let intent = try await world.challenge()
            world.stripe.authenticate(intent)
            listener.feed.add([.intent(intent, .succeeded, payment: nil)])
            await listener.read()
            #expect(world.payment?.state == .requiresAction)
        }
        #expect(world.posts == ["create-1"])
        #expect(world.stripe.book.isEmpty)
    }

    @Test("while Stripe does not answer the hint stays, and is followed later")
    func stripeIsAway() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "canceled")
            world.fail("retrieve", .unavailable, times: 1)
            listener.feed.add([.intent(intent, .canceled, payment: nil)])
            await listener.read()
            #expect(listener.open == 1 && world.payment?.state == .requiresAction)
            await world.time.sleep(.seconds(31))
            await listener.read()
            #expect(listener.open == 0 && world.payment?.state == .canceled)
        }
    }

    @Test("a refund of ours whose answer is late is known by Stripe's name")
    func ownRefund() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let (payment, intent) = try await Self.paid(world)
            world.fail("post refund", .slow(.seconds(15)), times: 1)
            let request = RefundRequest(
                payment: payment.id,
                key: try #require(IdempotencyKey("the-refund-of-the-shop")),
                minorUnits: 900,
                reason: .requestedByCustomer
            )
            async let answer = world.refund(request)
            await world.time.sleep(.seconds(1))
            listener.feed.add([try Self.refundNotice(intent)])
            await listener.read()
            let refund = try #require(world.database.refunds(of: payment.id).first)
            #expect(refund.state == .succeeded)
            #expect(refund.stripeName == StripeRefundID("re_1"))
            _ = await answer
        }
    }

    @Test("an instance that sleeps over its first look misses nothing")
    func sleepsOverFirstLook() throws {
        let world = World()
        world.readsEvents = true
        world.fail("take turn", .stopAfter(.seconds(90_000)), times: 1)
        try world.play { world in
            let (_, intent) = try await Self.paid(world)
            world.stripe.refundByHand(intent, 500)
            await world.time.sleep(.seconds(10))
            await world.untilAwake()
            await world.untilQuiet()
            #expect(world.payment?.refunded == 500)
        }
    }

    @Test("success after a decline is a contradiction for a person")
    func contradiction() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            world.stripe.cards[Sample.visa] = .declines(Sample.declined)
            let (payment, intent) = try await Self.paid(world)
            try #require(payment.state == .declined)
            world.stripe.force(intent, status: "succeeded")
            listener.feed.add([.intent(intent, .succeeded, payment: payment.id)])
            await listener.read()
            #expect(world.payment?.state == .declined)
            #expect(world.database.findings.map(\.kind) == ["contradiction"])
        }
    }

    @Test("an intent with a name of ours that nobody knows is a finding")
    func stray() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let (payment, intent) = try await Self.paid(world)
            let lost = try #require(PaymentID("pay_" + String(repeating: "e", count: 32)))
            listener.feed.add([
                .intent(try #require(PaymentIntentID("pi_none")), .succeeded, payment: lost)
            ])
            await listener.read()
            #expect(world.database.findings.isEmpty, "Stripe does not know it")
            #expect(
                try await world.service.look(
                    atStray: intent,
                    naming: payment.id,
                    until: world.time.now + .seconds(9)
                )
            )
            #expect(world.database.findings.isEmpty, "it is the payment's own")
        }
    }

    // MARK: Refunds

    @Test("a refund made in the dashboard is taken in once, and counts")
    func dashboardRefund() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let (payment, intent) = try await Self.paid(world)
            #expect(world.stripe.refundByHand(intent, 1000))
            let notice = try Self.refundNotice(intent)
            listener.feed.add([notice, .refunded(1000, of: intent), notice])
            await listener.read()
            #expect(world.payment?.refunded == 1000)
            await listener.wait()
            listener.feed.add([notice, .refunded(1000, of: intent)])
            await listener.read()
            #expect(world.database.refunds(of: payment.id).count == 1)
            #expect(listener.followed == [Hint(payment.id, .refunds)])
            let key = try #require(IdempotencyKey("the-refund"))
            let request = RefundRequest(
                payment: payment.id,
                key: key,
                minorUnits: 401,
                reason: .duplicate
            )
            #expect(await world.refund(request) == .refused(.tooMuch(left: 400)))
        }
    }

    @Test("a refund that the bank sends back is turned back")
    func failedRefund() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let (payment, intent) = try await Self.paid(world)
            #expect(world.stripe.refundByHand(intent, 600))
            let id = world.stripe.refunds[0].id
            listener.feed.add([.refund(id, status: "succeeded", of: intent)])
            await listener.read()
            #expect(world.payment?.refunded == 600)
            world.stripe.force(id, status: "failed")
            await listener.wait()
            listener.feed.add([.refund(id, status: "failed", of: intent)])
            await listener.read()
            #expect(world.payment?.refunded == 0)
            #expect(world.database.refunds(of: payment.id).map(\.state) == [.failed])
        }
    }

    // MARK: Disputes

    @Test("a dispute is written down as it changes, and a person is told")
    func dispute() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let (payment, intent) = try await Self.paid(world)
            let id = try #require(DisputeID("du_1"))
            func standing(_ status: String, _ funds: DisputeFunds) -> DisputeSnapshot {
                DisputeSnapshot(
                    id: id,
                    intent: intent,
                    minorUnits: 1400,
                    currencyCode: "usd",
                    reason: "fraudulent",
                    standing: DisputeStanding(status: status, funds: funds)
                )
            }
            let opened = standing("needs_response", .withdrawn)
            let lost = standing("lost", .withdrawn)
            listener.feed.state.withLock { $0.disputes[id] = .value(opened, stripeSeconds: nil) }
            listener.feed.add([
                .dispute(opened), .dispute(standing("needs_response", .untouched)),
            ])
            await listener.read()
            listener.feed.state.withLock { $0.disputes[id] = .value(lost, stripeSeconds: nil) }
            await listener.wait()
            listener.feed.add([.dispute(lost)])
            await listener.read()
            await listener.wait()
            listener.feed.add([.dispute(lost)])
            await listener.read()
            let changes = listener.events.state.withLock(\.changes)
            #expect(changes.map(\.event) == ["dispute_opened", "dispute_lost"])
            #expect(listener.findings.map(\.kind) == ["disputed", "dispute_lost"])
            #expect(listener.findings.allSatisfy { $0.payment == payment.id })
            #expect(world.payment?.state == .succeeded && world.payment?.refunded == 0)
        }
    }

    // MARK: Reading

    @Test("pages are read to the end before they count as read, and others' events cost no more")
    func pages() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let others = (0..<100).compactMap { PaymentIntentID("pi_other\($0)") }
            let notices = others.map { StripeNotice.intent($0, .succeeded, payment: nil) }
            for page in 1...10 { listener.feed.add(notices, more: page < 10 ? "evt_\(page)" : nil) }
            await listener.read()
            let asked = listener.feed.state.withLock(\.asked)
            #expect(asked.count == 10)
            #expect(asked.map(\.after?.description) == [nil] + (1...9).map { "evt_\($0)" })
            #expect(listener.events.state.withLock(\.readThrough) == 1_800_000_000)
            #expect(listener.open == 0 && world.stripe.reads.isEmpty)
        }
    }

    @Test("a page that does not come leaves the window unread", arguments: [0, 1])
    func missingPage(_ good: Int) throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            if good > 0 { listener.feed.add([], more: "evt_1") }
            listener.feed.state.withLock { $0.pages.append(.unavailable) }
            await listener.read()
            #expect(listener.events.state.withLock(\.readThrough) == nil)
            #expect(await !listener.service.read(), "not due yet")
            #expect(listener.feed.state.withLock { $0.asked.count } == good + 1)
            await world.time.sleep(.seconds(11))
            await listener.read()
            let asked = listener.feed.state.withLock(\.asked)
            #expect(
                asked.map(\.window.since)
                    == Array(repeating: asked[0].window.since, count: good + 2)
            )
            #expect(listener.events.state.withLock(\.readThrough) == 1_800_000_000)
        }
    }

    @Test("who has lost the turn writes nothing")
    func lostTurn() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            listener.events.state.withLock { $0.losesTurn = true }
            listener.feed.add([], more: "evt_1")
            await listener.read()
            #expect(listener.feed.state.withLock { $0.asked.count } == 1)
            #expect(listener.events.state.withLock(\.readThrough) == nil)
        }
    }

    @Test("without Stripe's time nothing is read")
    func noTime() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            listener.feed.state.withLock { $0.seconds = nil }
            await listener.read()
            let asked = listener.feed.state.withLock(\.asked)
            #expect(asked.map(\.window.since) == [4_102_444_800], "asked only what time it is")
            #expect(listener.events.state.withLock(\.readThrough) == nil)
        }
    }

    @Test("events that Stripe has forgotten unread are a finding")
    func gap() throws {
        let world = World()
        try world.play { world in
            let listener = Listener(world)
            let limit: Int64 = 1_800_000_000 - 30 * 86_400
            listener.events.state.withLock { $0.readThrough = limit - 1000 }
            #expect(await listener.service.read(), "there is more to read at once")
            #expect(listener.events.state.withLock(\.gaps) == [limit - 1000...limit])
            #expect(listener.feed.state.withLock { $0.asked[0].window.since } == limit)
        }
    }
}
