import JSON
import TestKit
import Testing

/// Saved cards whose security code is collected again, in a shop that refuses a wrong one: the
/// amount is held, the bank's check is looked at, and the hold is captured or given back.
struct HoldTests {
    @Test func `A right code is charged once`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.good, in: shop)
            let told = try await hold.pay()
            #expect(told.isPaid && told.amount == 1400)
            #expect(try await hold.pay().isReplay)
            #expect(try await hold.steps() == ["create", "capture"])
            try await hold.expectCharged(told)
            #expect(try await shop.database.sql("SELECT kind FROM findings").isEmpty)
        }
    }

    /// SC05.
    @Test func `A wrong code costs nothing, and is told once the hold is given back`()
        async throws
    {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.wrongCode, in: shop)
            let told = try await hold.pay()
            #expect(told.status == "declined" && told.code == "incorrect_cvc")
            #expect(told.json["declineCode"] == "incorrect_cvc")
            #expect(told.error == "Your card's security code is incorrect.")
            try await hold.expectGivenBack(told)

            let again = try await hold.pay()
            #expect(again.isReplay && again.payment == told.payment)
            #expect(again.status == "declined" && again.code == "incorrect_cvc")
            #expect(try await hold.steps() == ["create", "cancel"])
            #expect(try await shop.database.sql("SELECT kind FROM findings").isEmpty)
        }
    }

    /// SC05: as long as Stripe has not said that it is canceled, nobody is told so.
    @Test func `Nothing is told of a hold that Stripe has not given back yet`() async throws {
        try await Shop.open(Shop.customers + Patience.short) { shop in
            let hold = try await Hold(Card.wrongCode, in: shop)
            try await shop.stripe.add(SimulatorFault("drop_before", "*/cancel"))
            let open = try await hold.pay()
            #expect(open.status == "unknown" && open.code == "outcome_unknown")
            #expect(try await hold.status(open) == "requires_capture")
            #expect(try await hold.pay().isOpen)

            try await shop.stripe.clearFaults()
            let told = try await hold.payUntilKnown()
            #expect(told.status == "declined" && told.code == "incorrect_cvc")
            #expect(told.payment == open.payment)
            try await hold.expectGivenBack(told)
        }
    }

    /// A code that was typed anew is a new try, also under the same key.
    @Test func `A customer types the code again`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.wrongCode, in: shop)
            let first = try await hold.pay()
            #expect(first.code == "incorrect_cvc")
            var next = hold
            next.token = try await shop.securityCode()
            let second = try await next.pay()
            #expect(second.code == "incorrect_cvc" && !second.isReplay)
            #expect(second.payment != first.payment)
            #expect(try await hold.steps() == ["create", "cancel", "create", "cancel"])
            for told in [first, second] { try await hold.expectGivenBack(told) }
        }
    }

    @Test func `One code is good for one purchase, whatever came of it`() async throws {
        try await Shop.open(Shop.customers) { shop in
            for card in [Card.good, Card.wrongCode] {
                let hold = try await Hold(card, in: shop, name: card)
                let told = try await hold.pay()
                let before = try await shop.executedCreates()
                // The same purchase under another key, and another one.
                let same = try await hold.pay(key: "another")
                #expect(same.isReplay && same.payment == told.payment)
                #expect(same.status == told.status)
                let other = try await hold.pay(key: "third", ["items": ["id-2"]])
                #expect(other.http == 400 && other.code == "cvc_token_used")
                #expect(try await shop.executedCreates() == before)
            }
        }
    }

    @Test func `Many taps hold the amount once`() async throws {
        try await Shop.open(Shop.customers) { shop in
            try await shop.addInstance()
            for card in [Card.good, Card.wrongCode] {
                let hold = try await Hold(card, in: shop, name: card)
                let told = try await many(10) { try await hold.pay(at: shop.all[$0 % 2]) }
                #expect(Set(told.map(\.payment)).count == 1, "\(told.summary)")
                let ends = Set(told.map(\.status))
                #expect(ends == [card == Card.good ? "succeeded" : "declined"], "\(told.summary)")
                #expect(try await hold.steps().count == 2)
            }
        }
    }

    // MARK: 3-D Secure in between

    @Test(arguments: ["pass", "fail", "unchecked", "unavailable"])
    func `The bank's word after 3-D Secure decides`(_ check: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.challengedAlways, in: shop)
            let challenge = try await hold.pay()
            #expect(challenge.status == "requires_action")
            let intent = try #require(challenge.intent)
            try await shop.stripe.force(intent, ["cvc_check": .string(check)])
            try await shop.stripe.authenticate(intent)
            let told = try await shop.send(.confirm(intent).by(hold.customer))
            let kinds = try await shop.database.sql("SELECT kind FROM findings")
            if check == "fail" {
                #expect(told.status == "declined" && told.code == "incorrect_cvc")
                #expect(try await hold.steps() == ["create", "confirm", "cancel"])
                #expect(kinds.isEmpty)
                try await hold.expectGivenBack(told)
            } else {
                #expect(told.isPaid, "\(told.answer.text)")
                #expect(try await hold.steps() == ["create", "confirm", "capture"])
                #expect(kinds == (check == "pass" ? "" : "cvc_unchecked"))
                try await hold.expectCharged(told)
            }
            #expect(try await shop.database.sql(Hold.verdict) == check)
            let again = try await hold.pay()
            #expect(again.status == told.status && again.payment == told.payment)
        }
    }

    @Test func `A failed challenge holds nothing`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.challengedAlways, in: shop)
            let intent = try #require(try await hold.pay().intent)
            try await shop.stripe.authenticate(intent, "failure")
            let told = try await shop.send(.confirm(intent).by(hold.customer))
            #expect(told.status == "declined")
            #expect(told.code == "payment_intent_authentication_failure")
            #expect(try await hold.book().isEmpty)
            #expect(try await hold.steps() == ["create"])
        }
    }

    // MARK: Answers that are lost

    @Test(arguments: ["drop_before", "drop_after", "html502", "lock_timeout", "in_use"])
    func `A capture whose answer is lost is made once`(_ fault: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.good, in: shop)
            try await shop.stripe.add(SimulatorFault(fault, "*/capture", times: 2))
            let told = try await hold.payUntilKnown()
            #expect(told.isPaid, "\(told.answer.text)")
            try await hold.expectCharged(told)
            #expect(try await hold.keys("/capture").count == 1)
        }
    }

    @Test(arguments: ["drop_before", "drop_after", "html502", "lock_timeout", "in_use"])
    func `A hold whose cancel gets no answer is given back`(_ fault: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(Card.wrongCode, in: shop)
            try await shop.stripe.add(SimulatorFault(fault, "*/cancel", times: 2))
            let told = try await hold.payUntilKnown()
            #expect(told.status == "declined" && told.code == "incorrect_cvc")
            try await hold.expectGivenBack(told)
        }
    }

    @Test(arguments: [Card.good, Card.wrongCode])
    func `A hold whose own answer is lost is found`(_ card: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let hold = try await Hold(card, in: shop)
            try await shop.stripe.add(
                SimulatorFault("drop_after", "/v1/payment_intents", times: 1)
            )
            let told = try await hold.payUntilKnown()
            if card == Card.good {
                #expect(told.isPaid, "\(told.answer.text)")
                try await hold.expectCharged(told)
            } else {
                #expect(told.code == "incorrect_cvc", "\(told.answer.text)")
                try await hold.expectGivenBack(told)
            }
        }
    }
}
