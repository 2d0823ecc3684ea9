import JSON
import TestKit
import Testing

/// What others do to our payments at Stripe is seen within some seconds, without webhooks.
struct DashboardTests {
    private static let settings = ["PAYONCE_STRIPE_TIMEOUT": "2s", "PAYONCE_LEASE": "2s"]

    private static func show(
        _ merchant: Merchant,
        _ payment: String,
        until isSo: (Told) -> Bool
    ) async throws -> Told {
        var last: Told?
        let told = try await eventually(every: .milliseconds(200)) { () async throws -> Told? in
            let told = try await merchant.show(payment)
            last = told
            return isSo(told) ? told : nil
        }
        return try #require(told, "still \(last?.answer.text ?? "nothing") after a minute")
    }

    /// Waits until all that has happened at Stripe by now was read: the cursor stands behind it,
    /// and no hint is left.
    private static func untilRead(_ shop: Shop) async throws {
        let turn = try await shop.database.sql(
            "SELECT coalesce(max(number), 0) FROM stripe_event_turns"
        )
        let isRead = try await eventually(every: .milliseconds(200)) { () async throws -> Bool? in
            // No pause between the turns; one that is being used ends later than a pause does.
            let isRead = try await shop.database.sql(
                """
                UPDATE stripe_event_turns SET due_at = now()
                WHERE due_at < now() + interval '10 seconds';
                SELECT number > \(turn) + 1 AND NOT EXISTS (SELECT FROM stripe_hints)
                FROM stripe_event_turns
                """
            )
            return isRead == "t" ? true : nil
        }
        #expect(isRead == true, "the events are not read after a minute")
    }

    private static func refund(_ shop: Shop, _ intent: String, _ amount: Int64) async throws {
        try await shop.stripe.stripe(
            "POST",
            "/v1/refunds",
            "payment_intent=\(intent)&amount=\(amount)"
        )
    }

    /// The service's reads at Stripe that are not of the list of events.
    private static func reads(_ shop: Shop, since sequence: Int64 = 0) async throws -> [String] {
        try await shop.stripe.requests(since: sequence)
            .filter { $0.method == "GET" && $0.path != "/v1/events" && !$0.isFromOutside }
            .map(\.path)
    }

    @Test func `A refund in the dashboard is seen and counts`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let intent = try #require(try await merchant.show(payment).intent)
            try await Self.refund(shop, intent, 300)
            try await Self.refund(shop, intent, 400)
            let shown = try await Self.show(merchant, payment) {
                $0.json["amountRefunded"]?.int64 == 700
            }
            #expect(shown.isPaid)
            let tooMuch = try await merchant.refund(payment, 701, key: "first")
            #expect(tooMuch.code == "refund_too_large")
            try await Self.untilRead(shop)
            #expect(try await merchant.states() == "succeeded,succeeded", "each once")
            let story = try await ServiceProgram.run(
                ["payments", "show", payment],
                database: shop.database.url
            )
            #expect(story.contains("700 refunded") && story.contains("refund_adopted"), "\(story)")
        }
    }

    @Test func `A challenge canceled in the dashboard is canceled`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let asked = try await shop.pay(method, key: Key.first)
            let (payment, intent) = (try #require(asked.payment), try #require(asked.intent))
            try await shop.stripe.stripe("POST", "/v1/payment_intents/\(intent)/cancel")
            let shown = try await Self.show(merchant, payment) { $0.status != "requires_action" }
            #expect(shown.status == "canceled" && shown.code == "canceled")
            #expect(try await shop.confirm(intent).status == "canceled")
            #expect(try await !shop.stripe.requests().contains { $0.isCancel && !$0.isFromOutside })
        }
    }

    @Test func `A challenge confirmed elsewhere is paid, and told to the shop once`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let asked = try await shop.pay(method, key: Key.first)
            let (payment, intent) = (try #require(asked.payment), try #require(asked.intent))
            try await shop.stripe.authenticate(intent)
            try await shop.stripe.stripe("POST", "/v1/payment_intents/\(intent)/confirm")
            let shown = try await Self.show(merchant, payment) { $0.status != "requires_action" }
            #expect(shown.isPaid)
            #expect(try await shop.confirm(intent).isPaid)
            #expect(try await merchant.list("").map { $0["paymentId"]?.string } == [payment])
        }
    }

    @Test func `A refund that a bank sends back is turned back`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid("pm_card_refundFail")
            let told = try await merchant.refund(payment, nil, key: "first")
            #expect(told.status == "succeeded", "\(told.answer.text)")
            try await shop.stripe.advance(seconds: 120)
            let shown = try await Self.show(merchant, payment) {
                $0.json["amountRefunded"]?.int64 == 0
            }
            #expect(shown.isPaid)
            #expect(try await merchant.states() == "failed")
        }
    }

    @Test func `A dispute is on the timeline, and a finding`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid("pm_card_createDispute")
            func standing() async throws -> String {
                try await shop.database.sql("SELECT status || ' ' || funds FROM disputes")
            }
            _ = try await eventually { () async throws -> Bool? in
                try await standing() == "needs_response withdrawn" ? true : nil
            }
            #expect(try await standing() == "needs_response withdrawn")
            let listed = try await shop.stripe.stripe("GET", "/v1/disputes")
            let id = try #require(listed["data"]?.array?.first?["id"]?.string)
            try await shop.stripe.stripe(
                "POST",
                "/v1/disputes/\(id)",
                "evidence[uncategorized_text]=winning_evidence"
            )
            _ = try await eventually { () async throws -> Bool? in
                try await standing() == "won reinstated" ? true : nil
            }
            #expect(try await standing() == "won reinstated")
            let words = try await shop.database.sql(
                """
                SELECT string_agg(word, ',' ORDER BY number) FROM payment_events
                WHERE word LIKE 'dispute%'
                """
            )
            #expect(words == "dispute_opened,dispute_closed")
            #expect(try await shop.database.sql("SELECT kind FROM findings") == "disputed")
            #expect(try await merchant.show(payment).json["amountRefunded"]?.int64 == 0)
            #expect(try await merchant.show(payment).isPaid)
        }
    }

    @Test func `Nothing is done twice by two instances or after a restart`() async throws {
        try await Shop.open(Self.settings) { shop in
            try await shop.addInstance()
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let intent = try #require(try await merchant.show(payment).intent)
            try await Self.refund(shop, intent, 500)
            _ = try await Self.show(merchant, payment) { $0.json["amountRefunded"]?.int64 == 500 }
            try await Self.untilRead(shop)
            let sequence = try await shop.stripe.requests().last?.sequence ?? 0
            try await shop.crash()
            try await shop.restart()
            try await Self.untilRead(shop)
            #expect(try await merchant.states() == "succeeded")
            #expect(
                try await Self.reads(shop, since: sequence).allSatisfy { !$0.contains("refund") }
            )
            // Both look at the clock all the time, and one reads in all.
            let polls = try await shop.stripe.requests().count { $0.path == "/v1/events" }
            let turns = try await shop.database.sql("SELECT number FROM stripe_event_turns")
            #expect(polls <= (Int64(turns) ?? 0) + 1, "\(polls) looks in \(turns) turns")
        }
    }

    @Test func `Stripe's list is away for a while`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let intent = try #require(try await merchant.show(payment).intent)
            let fault = SimulatorFault(
                "status",
                "/v1/events",
                method: "GET",
                ["code": 500, "executed": false]
            )
            try await shop.stripe.add(fault)
            try await Self.refund(shop, intent, 500)
            try await shop.stripe.waitForRequest { $0.path == "/v1/events" && $0.status == 500 }
            // Payments go on meanwhile.
            _ = try await merchant.paid()
            #expect(try await merchant.show(payment).json["amountRefunded"]?.int64 == 0)
            try await shop.stripe.clearFaults()
            _ = try await Self.show(merchant, payment) { $0.json["amountRefunded"]?.int64 == 500 }
            #expect(try await merchant.states() == "succeeded")
        }
    }

    @Test func `A thousand events of others cost no reads beyond their pages`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            _ = try await merchant.paid()
            try await Self.untilRead(shop)
            let sequence = try await shop.stripe.requests().last?.sequence ?? 0
            let form = "amount=500&currency=usd&payment_method_types[]=card"
            for _ in 0..<1000 {
                let made = try await shop.stripe.stripe("POST", "/v1/payment_intents", form)
                let id = try made.word("id")
                try await shop.stripe.stripe("POST", "/v1/payment_intents/\(id)/cancel")
            }
            try await Self.untilRead(shop)
            #expect(try await Self.reads(shop, since: sequence).isEmpty)
            #expect(try await shop.database.sql("SELECT count(*) FROM findings") == "0")
        }
    }
}
