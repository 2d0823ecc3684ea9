import JSON
import Payments
import Testing

@testable import Stripe

/// What is asked of Stripe's events, and what they say.
@Suite struct EventTableTests {
    private static let intent = PaymentIntentID(Fixtures.intentID)

    private static func event(_ type: String, _ object: JSONValue, id: String = "evt_1")
        -> JSONValue
    {
        [
            "id": .string(id), "object": "event", "api_version": "2022-11-15",
            "created": 1_796_010_269, "data": ["object": object], "livemode": false,
            "pending_webhooks": 0, "request": ["id": .null, "idempotency_key": .null],
            "type": .string(type),
        ]
    }

    private static func list(_ events: [JSONValue], more: Bool = false) -> StripeAnswer {
        Fixtures.answer(
            200,
            [
                "object": "list", "data": .array(events), "has_more": .bool(more),
                "url": "/v1/events",
            ]
        )
    }

    private static func notices(_ type: String, _ object: JSONValue) -> [StripeNotice]? {
        guard case .value(let page, _) = EventTable.page(list([event(type, object)])) else {
            return nil
        }
        return page.notices
    }

    private static func dispute(_ changes: [(String, JSONValue?)] = []) -> JSONValue {
        var object: JSONObject = [
            "id": "du_1", "object": "dispute", "amount": 1099, "currency": "usd",
            "charge": "ch_1", "payment_intent": .string(Fixtures.intentID),
            "reason": "fraudulent", "status": "needs_response",
            "balance_transactions": [["id": "txn_1", "amount": -1099, "net": -2599]],
        ]
        for (key, value) in changes { object[key] = value }
        return .object(object)
    }

    // MARK: Requests

    @Test func eventsAreAskedForByTheirNames() throws {
        let window = EventRules.window(readThrough: 1_000, oldest: nil, now: 2_000)
        let path = EventRequests.listPath(in: window, after: StripeEventID("evt_9"), limit: 100)
        #expect(path.hasPrefix("/v1/events?created%5Bgte%5D=970&created%5Blt%5D=1570&limit=100"))
        #expect(path.contains("&types%5B%5D=payment_intent.canceled&"))
        #expect(path.hasSuffix("&starting_after=evt_9"))
        #expect(
            EventRequests.types.count <= 20 && !EventRequests.types.contains { $0.contains("*") }
        )
        let present = EventRules.window(readThrough: 1_990, oldest: nil, now: 2_000)
        let last = EventRequests.listPath(in: present, after: nil, limit: 100)
        #expect(last.hasPrefix("/v1/events?created%5Bgte%5D=1960&limit=100&types"))
        let id = try #require(DisputeID("du_1"))
        #expect(EventRequests.path(of: id) == "/v1/disputes/du_1")
    }

    // MARK: Notices

    @Test(arguments: [
        ("payment_intent.succeeded", IntentNews.succeeded),
        ("payment_intent.canceled", .canceled), ("payment_intent.processing", .processing),
    ])
    func intents(_ type: String, _ news: IntentNews) throws {
        let intent = try #require(Self.intent)
        let named = Self.notices(type, Fixtures.intent("succeeded"))
        #expect(named == [.intent(intent, news, payment: Fixtures.paymentID)])
        let others = Fixtures.intent("succeeded", [("metadata", ["payonce_payment_id": "mine"])])
        #expect(Self.notices(type, others) == [.intent(intent, news, payment: nil)])
    }

    @Test func refunds() throws {
        let intent = try #require(Self.intent)
        let refund: JSONValue = [
            "id": "re_1", "object": "refund", "status": "failed", "amount": 5,
            "payment_intent": .string(Fixtures.intentID),
        ]
        let id = try #require(StripeRefundID("re_1"))
        for type in ["refund.created", "refund.updated", "refund.failed"] {
            #expect(Self.notices(type, refund) == [.refund(id, status: "failed", of: intent)])
        }
        let charge: JSONValue = [
            "id": "ch_1", "object": "charge", "amount": 1099, "amount_refunded": 400,
            "payment_intent": ["id": .string(Fixtures.intentID), "object": "payment_intent"],
        ]
        #expect(Self.notices("charge.refunded", charge) == [.refunded(400, of: intent)])
    }

    @Test(arguments: [
        ([] as [Int64], DisputeFunds.untouched), ([-1099], .withdrawn),
        ([-1099, 1099], .reinstated),
    ])
    func disputes(_ moved: [Int64], _ funds: DisputeFunds) throws {
        let movements = moved.map { amount -> JSONValue in ["amount": .number(JSONNumber(amount))] }
        let object = Self.dispute([("balance_transactions", .array(movements))])
        let wanted = DisputeSnapshot(
            id: try #require(DisputeID("du_1")),
            intent: try #require(Self.intent),
            minorUnits: 1099,
            currencyCode: "usd",
            reason: "fraudulent",
            standing: DisputeStanding(status: "needs_response", funds: funds)
        )
        #expect(Self.notices("charge.dispute.created", object) == [.dispute(wanted)])
        let read = EventTable.dispute(Fixtures.answer(200, object))
        #expect(read == .value(wanted, stripeSeconds: Fixtures.dateSeconds))
    }

    /// One event that says nothing must not stand in the way of the others.
    @Test func whatCannotBeReadIsPassedOver() throws {
        let events: [JSONValue] = [
            "no event", Self.event("charge.refunded", ["id": "ch_1", "amount_refunded": 5]),
            Self.event("refund.created", ["id": "re_1", "payment_intent": .null]),
            Self.event("charge.dispute.created", ["id": "du_1"]), Self.event("a.new.type", [:]),
            Self.event("payment_intent.canceled", Fixtures.intent("canceled"), id: "evt_2"),
        ]
        guard case .value(let page, _) = EventTable.page(Self.list(events, more: true)) else {
            Issue.record("no page")
            return
        }
        #expect(page.notices.count == 1 && page.hasMore)
        #expect(page.last == StripeEventID("evt_2"))
    }

    @Test func whatIsNoPageIsNone() {
        let nameless = Self.list([["object": "event"]], more: true)
        #expect(EventTable.page(nameless) == .unavailable, "the next page cannot be asked for")
        #expect(EventTable.page(Fixtures.answer(200, ["object": "list"])) == .unavailable)
        #expect(EventTable.page(Fixtures.answer(500, [:])) == .unavailable)
        let forbidden = Fixtures.error(["type": "invalid_request_error"])
        #expect(EventTable.page(Fixtures.answer(403, forbidden)) == .unavailable)
        #expect(EventTable.dispute(Fixtures.answer(404, forbidden)) == .notFound)
    }
}

@Suite struct BackgroundLineTests {
    /// A fifth of the rate, and nothing where anybody else wants to go.
    @Test func theBackgroundHasAFifth() {
        var limits = StripeLimits(LimitSettings(ratePerSecond: 100))
        var taken = 0
        for tick in 0..<1000 {
            let now = Duration.milliseconds(10 * tick)
            if limits.takeTurn(.background, now) { taken += 1 }
        }
        #expect((199...206).contains(taken))
        let isThere = limits.takeTurn(.step, .seconds(10))
        #expect(isThere, "the rest is there for the others")
    }

    @Test func theBackgroundWaitsForEverybodyElse() async {
        for line in [CallLine.step, .read, .newcomer] {
            let isFree = await waiting(in: line)
            #expect(!isFree, "somebody waits for a \(line)")
        }
        #expect(TurnQueue().isFree(for: .background))
    }

    private func waiting(in line: CallLine) async -> Bool {
        var queue = TurnQueue()
        var isFree = true
        _ = await withCheckedContinuation { continuation in
            _ = queue.add(continuation, to: line)
            isFree = queue.isFree(for: .background)
            queue.popFirst(of: line)?.resume(returning: true)
        }
        return isFree
    }
}
