import JSON
import TestKit
import Testing

/// Whoever comes too often, and whoever tries out cards (issue 4, 9).
struct AbuseTests {
    /// A shop behind a proxy, which tells it where requests come from.
    private static func limited(_ limit: String) -> [String: String] {
        ["PAYONCE_RATE_LIMIT": limit, "PAYONCE_TRUSTED_PROXIES": "127.0.0.1/32"]
    }

    @Test func `Two instances share one limit`() async throws {
        try await Shop.open(Self.limited("6/1h")) { shop in
            try await shop.addInstance()
            var paid = 0
            // In turns, each after the one before has been counted.
            for number in 0..<20 {
                let told = try await shop.pay(Card.good, number, at: shop.all[number % 2])
                if told.isPaid {
                    paid += 1
                    try await shop.waitForCount(paid, of: "address")
                } else {
                    try expectLimited(told, within: 3600)
                }
            }
            // One more where an instance has written, and not yet read what the other one wrote.
            #expect((6...7).contains(paid))
            #expect(try await shop.stripe.book().count == paid)
            #expect(try await shop.createKeys().count == paid)
        }
    }

    @Test func `A limit outlives a crash, and what was paid is still told`() async throws {
        try await Shop.open(Self.limited("3/1h")) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let first = HttpCall.pay(method, key: Key.first).from("203.0.113.7")
            #expect(try await shop.send(first).isPaid)
            let challenged = try await shop.stripe.paymentMethod(Card.challenged)
            let challenge = try await shop.send(
                .pay(challenged, key: Key.second).from("203.0.113.7")
            )
            #expect(challenge.status == "requires_action")
            #expect(try await shop.pay(Card.good, 1, from: "203.0.113.7").isPaid)
            try expectLimited(try await shop.pay(Card.good, 2, from: "203.0.113.7"), within: 3600)
            try await shop.waitForCount(3, of: "address")
            try await shop.crash()
            try await shop.restart()

            try expectLimited(try await shop.pay(Card.good, 2, from: "203.0.113.7"), within: 3600)
            let again = try await shop.send(first)
            #expect(again.isPaid && again.isReplay)
            let intent = try #require(challenge.intent)
            try await shop.stripe.authenticate(intent)
            #expect(try await shop.send(.confirm(intent).from("203.0.113.7")).isPaid)
            #expect(try await shop.pay(Card.good, 2, from: "203.0.113.8").isPaid)
            #expect(try await shop.stripe.book().count == 4)
        }
    }

    /// SE04.
    @Test func `A card that is tested from many addresses is stopped`() async throws {
        try await Shop.open(Self.limited("1000/1m")) { shop in
            for number in 0..<10 {
                let told = try await shop.pay(Card.declined, number, from: "203.0.113.\(number)")
                #expect(told.status == "declined")
            }
            try await shop.waitForCount(10, of: "card_declines")
            // The last count may have been written and its answer be on its way.
            var number = 10
            var last = try await shop.pay(Card.declined, number, from: "203.0.113.\(number)")
            while last.status == "declined", number < 13 {
                number += 1
                last = try await shop.pay(Card.declined, number, from: "203.0.113.\(number)")
            }
            try expectLimited(last, within: 24 * 3600)
            let creates = try await shop.executedCreates()
            // Without a key the card is asked for anyway.
            let method = try await shop.stripe.paymentMethod(Card.declined)
            let keyless = HttpCall.pay(method).from("203.0.113.99")
            try expectLimited(try await shop.send(keyless), within: 24 * 3600)
            #expect(try await shop.executedCreates() == creates)
            #expect(try await shop.pay(Card.good, 50, from: "203.0.113.1").isPaid)
        }
    }

    /// SE04.
    @Test func `A network of card testers is stopped, and an honest guest is not`() async throws {
        try await Shop.open(Self.limited("1000/1m")) { shop in
            // One network of IPv6, in which the tester changes the address at will.
            let cards = [
                "4000000000000002", "4000000000009995", "4000000000000069", "4000000000009987",
                "4000000000009979",
            ]
            var declined = 0
            for number in 0..<30 {
                let told = try await shop.pay(
                    cards[number % cards.count],
                    number,
                    from: "2001:db8:0:1::\(number)"
                )
                if told.status == "declined" {
                    declined += 1
                } else {
                    try expectLimited(told, within: 3600)
                }
            }
            #expect(declined == 20)
            // Five cards, and then one that works.
            for (number, card) in cards.enumerated() {
                let told = try await shop.pay(card, 100 + number, from: "2001:db8:0:2::1")
                #expect(told.status == "declined")
            }
            #expect(try await shop.pay(Card.good, 200, from: "2001:db8:0:2::1").isPaid)
            // What is kept is neither an address nor the digest of one that payments have.
            try await shop.waitForCount(20, of: "address_declines")
            let digests = try await shop.database.sql(
                """
                SELECT count(*), count(*) FILTER (WHERE octet_length(name) = 16),
                    count(*) FILTER (WHERE left(encode(name, 'hex'), 32) IN
                        (SELECT left(origin, 32) FROM payments))
                FROM rate_counters
                """
            )
            let counts = digests.split(separator: "|")
            #expect(counts[0] == counts[1] && counts[2] == "0")
        }
    }

    @Test func `Without customer tokens the start says so, and customers are nowhere`()
        async throws
    {
        try await Shop.open { shop in
            #expect(shop.service.child.output.contains("PAYONCE_CUSTOMER_TOKEN_SECRET"))
            let ann = try await shop.customer("ann")
            for asker in [Asker.guest, ann] {
                let list = HttpCall("GET", "/payment-methods").by(asker)
                #expect(try await shop.service.send(list).status == 404)
            }
        }
        try await Shop.open(Shop.customers) { shop in
            #expect(!shop.service.child.output.contains("PAYONCE_CUSTOMER_TOKEN_SECRET"))
        }
    }

    private func expectLimited(_ told: Told, within seconds: Int) throws {
        #expect(told.http == 429 && told.code == "rate_limited", "\(told.answer.text)")
        let wait = try #require(told.answer["Retry-After"].flatMap { Int($0) })
        #expect((1...seconds).contains(wait))
    }
}

extension Shop {
    /// A purchase of its own: a new payment method from this card number, under a key of its own.
    fileprivate func pay(
        _ card: String,
        _ number: Int,
        from address: String = "203.0.113.1",
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        let method = try await stripe.paymentMethod(card)
        let call = HttpCall.pay(method, key: "a-key-of-purchase-\(number)").from(address)
        return try await send(call, to: instance)
    }

    /// Waits until so many were counted in one window.
    fileprivate func waitForCount(_ count: Int, of kind: String) async throws {
        let found = try await eventually { () async throws -> Bool? in
            let text = try await database.sql(
                "SELECT coalesce(max(count), 0) FROM rate_counters WHERE kind = '\(kind)'"
            )
            return Int(text).map { $0 >= count } == true ? true : nil
        }
        #expect(found == true, "\(kind) never reached \(count)")
    }
}

extension HttpCall {
    /// The same request, as the proxy hands it on.
    fileprivate func from(_ address: String) -> HttpCall {
        var call = self
        call.fields.append(("X-Forwarded-For", address))
        return call
    }
}
