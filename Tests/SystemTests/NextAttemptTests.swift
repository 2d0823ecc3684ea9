import JSON
import TestKit
import Testing

/// One key is one purchase: what a repeat of it means, by how the attempt stands.
struct NextAttemptTests {
    /// ID02, ID06.
    @Test func `A key of another purchase is refused`() async throws {
        try await Shop.open { shop in
            let first = try await shop.stripe.paymentMethod(Card.good)
            let second = try await shop.stripe.paymentMethod(Card.other)
            #expect(try await shop.pay(first, key: Key.first).isPaid)
            let others: [JSONObject] = [
                ["items": [["id": "id-5"]]], ["currency": "eur"], ["orderId": "another"],
                ["items": [["id": "photo_subscription", "quantity": 2]]],
            ]
            for other in others {
                for method in [first, second] {
                    let told = try await shop.pay(method, key: Key.first, other)
                    #expect(told.http == 422)
                    #expect(told.code == "idempotency_key_reused")
                    #expect(told.payment == nil && told.intent == nil)
                }
            }
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// ID01.
    @Test func `A declined card stays declined, and another one is the next attempt`() async throws
    {
        try await Shop.open { shop in
            let bad = try await shop.stripe.paymentMethod(Card.declined)
            let good = try await shop.stripe.paymentMethod(Card.good)
            let first = try await shop.pay(bad, key: Key.first)
            let again = try await shop.pay(bad, key: Key.first)
            #expect(first.status == "declined")
            #expect(again.answer.text == first.answer.text)
            #expect(again.isReplay && !first.isReplay)
            #expect(try await shop.executedCreates() == 1)

            let paid = try await shop.pay(good, key: Key.first)
            #expect(paid.isPaid && !paid.isReplay && paid.payment != first.payment)
            // From now on the key is paid, with whatever card.
            for method in [bad, good] {
                let told = try await shop.pay(method, key: Key.first)
                #expect(told.isPaid && told.payment == paid.payment)
            }
            #expect(try await shop.executedCreates() == 2)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// RC02, RC09, DC11, ST08: the first attempt does not come back over the second.
    @Test func `Another card ends a waiting challenge before it begins`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            let good = try await shop.stripe.paymentMethod(Card.good)
            let paid = try await shop.pay(good, key: Key.first)
            #expect(paid.isPaid && paid.intent != challenge.intent)

            let steps = try await shop.stripe.requests().filter { $0.isCreate || $0.isCancel }
            #expect(steps.map(\.isCancel) == [false, true, false])
            #expect(steps.dropFirst().first?.path.contains(challenge.intent) == true)
            let late = try await shop.confirm(challenge.intent)
            #expect(late.status == "canceled" && late.code == "replaced")
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 0)
            #expect(try await shop.stripe.book().map(\.intent) == [paid.intent])
        }
    }

    /// WS10: the cancel comes too late, or its answer gets lost.
    @Test func `A challenge whose cancel is not answered is not replaced`() async throws {
        try await Shop.open(Patience.short) { shop in
            let challenge = try await shop.challenge()
            let good = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("drop_before", "*/cancel"))
            let told = try await shop.pay(good, key: Key.first)
            #expect(told.status == "unknown", "\(told.summary)")
            #expect(try await shop.executedCreates() == 1)
            try await shop.stripe.clearFaults()
            let paid = try await shop.payUntilKnown(good, key: Key.first)
            #expect(paid.isPaid && paid.intent != challenge.intent, "\(paid.summary)")
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// RC09: the app died after the challenge, and knows only the first call.
    @Test func `The first call, repeated after the challenge, pays`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            let early = try await shop.pay(challenge.method, key: Key.first)
            #expect(early.status == "requires_action" && early.intent == challenge.intent)
            try await shop.stripe.authenticate(challenge.intent)
            let paid = try await shop.pay(challenge.method, key: Key.first)
            #expect(paid.isPaid && paid.intent == challenge.intent)
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 1)
        }
    }

    /// RC12: a device that taps for ever, each time with another card.
    @Test func `An order is replaced five times an hour at most`() async throws {
        try await Shop.open { shop in
            let order: JSONObject = ["orderId": "order-of-a-stuck-device"]
            var last: Told?
            for number in 0..<7 {
                let method = try await shop.stripe.paymentMethod(Card.challenged)
                let key = "a-key-of-one-purchase-\(number)"
                last = try await shop.pay(method, key: key, order)
                #expect(last?.http == (number < 6 ? 200 : 429), "\(number)")
            }
            #expect(last?.answer["Retry-After"] != nil)
            let steps = try await shop.stripe.requests()
            #expect(steps.count { $0.isCreate } == 6)
            #expect(steps.count { $0.isCancel } == 5)
        }
    }

    /// The catalogue is asked once for a purchase.
    @Test func `A price that changes or goes away touches no purchase that began`() async throws {
        try await Shop.open { shop in
            let items: JSONObject = ["items": "id-1"]
            let paidWith = try await shop.stripe.paymentMethod(Card.good)
            let paid = try await shop.pay(paidWith, key: Key.first, items)
            let declined = try await shop.stripe.paymentMethod(Card.declined)
            #expect(try await shop.pay(declined, key: Key.second, items).status == "declined")
            let challenge = try await shop.challenge(key: "a-key-of-one-purchase-3", items)
            try await shop.stripe.authenticate(challenge.intent)

            try await ServiceProgram.importPrices(
                ["photo_subscription,usd,1500"],
                replacing: true,
                database: shop.database.url
            )
            // Seen when a purchase without a beginning is refused: a key each, so that it is one.
            // A name of Stripe's tests: each use of it is a card of its own.
            let bad = "pm_card_visa_chargeDeclined"
            let seen = try await eventually(every: .milliseconds(200)) { () -> Bool? in
                let key = "a-key-to-look-with-\(UInt64.random(in: 0...UInt64.max))"
                return try await shop.pay(bad, key: key, items).http == 400 ? true : nil
            }
            #expect(seen == true)

            let again = try await shop.pay(paidWith, key: Key.first, items)
            #expect(again.isPaid && again.payment == paid.payment)
            #expect(try await shop.confirm(challenge.intent).amount == 1400)
            let other = try await shop.stripe.paymentMethod(Card.other)
            let next = try await shop.pay(other, key: Key.second, items)
            #expect(next.isPaid && next.amount == 1400)
            let new = try await shop.pay("pm_card_visa", key: "a-key-of-one-purchase-4")
            #expect(new.isPaid && new.amount == 1500)
        }
    }
}
