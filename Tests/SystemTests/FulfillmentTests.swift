import HTTPServer
import JSON
import TestKit
import Testing

/// The shop is told of each success at least once, under one id, whatever dies or hangs.
struct FulfillmentTests {
    /// DC12.
    @Test func `The shop's answer is the customer's, and stays`() async throws {
        let shopServer = try await ShopServer.start()
        try await Shop.open(shopServer.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            var told: [Told] = []
            for _ in 0..<10 { told.append(try await shop.pay(method, key: Key.first)) }
            #expect(told.allSatisfy { $0.isPaid })
            #expect(
                told.allSatisfy { $0.json["fulfillment"] == "code 7" },
                "\(told[0].answer.text)"
            )
            let payment = try #require(told[0].payment)
            #expect(shopServer.ids == ["ful_\(payment.dropFirst(4))_succeeded"])
            let message = try #require(shopServer.messages.first)
            let body = try JSONValue.parse(message.body, limits: .request)
            #expect(body["paymentId"]?.string == payment)
            #expect(body["amount"]?.int64 == told[0].amount)
            #expect(message.headers["payonce-signature"]?.hasPrefix("t=") == true)
            #expect(try await shop.openRows() == 0)
        }
        await shopServer.stop()
    }

    @Test func `A shop that is slow or broken never makes an error of it`() async throws {
        let shopServer = try await ShopServer.start { number in
            if number == 0 {
                do { try await Task.sleep(for: .seconds(4)) } catch { return ShopServer.thanks }
            }
            return number == 1 ? HTTPResponse(status: 500) : ShopServer.thanks
        }
        try await Shop.open(shopServer.settings) { shop in
            let slow = try await shop.stripe.paymentMethod(Card.good)
            let broken = try await shop.stripe.paymentMethod(Card.other)
            let clock = ContinuousClock()
            let begun = clock.now
            let first = try await shop.pay(slow, key: Key.first)
            #expect(first.isPaid && first.json["fulfillment"] == nil)
            #expect(clock.now - begun < .seconds(4))
            let second = try await shop.pay(broken, key: Key.second)
            #expect(second.isPaid && second.json["fulfillment"] == nil)
            try await shop.waitUntilTold()
            let later = try await shop.pay(broken, key: Key.second)
            #expect(later.json["fulfillment"] == "code 7")
            #expect(Set(shopServer.ids).count == 2)
            // The same bytes each time.
            let bodies = Dictionary(grouping: shopServer.messages) {
                $0.headers["payonce-event-id"] ?? ""
            }
            #expect(bodies.values.allSatisfy { Set($0.map(\.body)).count == 1 })
        }
        await shopServer.stop()
    }

    @Test func `A shop that is away is told when it is back`() async throws {
        let away = try await ShopServer.start()
        let settings = away.settings
        await away.stop()
        try await Shop.open(settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.pay(method, key: Key.first)
            #expect(told.isPaid)
            let noted = try await eventually { () async throws -> String? in
                let text = try await shop.database.sql("SELECT failure FROM fulfillments")
                return text.isEmpty ? nil : text
            }
            #expect(noted?.hasPrefix("not sent") == true, "\(noted ?? "nothing")")
            #expect(try await shop.openRows() == 1)
        }
    }

    /// ST10: the row is there as soon as the success is, so another instance finds it.
    @Test func `An instance dies before the shop has answered`() async throws {
        let shopServer = try await ShopServer.start { number in
            if number == 0 {
                do { try await Task.sleep(for: .seconds(60)) } catch { return ShopServer.thanks }
            }
            return ShopServer.thanks
        }
        try await Shop.open(shopServer.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let lost = try HttpSocket(port: shop.service.port)
            try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
            _ = try await eventually { shopServer.ids.isEmpty ? nil : true }
            try await shop.crash()
            try await shop.restart()
            try await shop.waitUntilTold()
            #expect(shopServer.ids.count == 2)
            #expect(Set(shopServer.ids).count == 1)
            let told = try await shop.pay(method, key: Key.first)
            #expect(told.isPaid && told.json["fulfillment"] == "code 7")
            _ = lost
        }
    }

    @Test func `Several instances tell it once each`() async throws {
        let shopServer = try await ShopServer.start()
        try await Shop.open { shop in
            var paid: Set<String> = []
            for number in 0..<20 {
                let method = try await shop.stripe.paymentMethod(Card.good)
                let told = try await shop.pay(method, key: "a-key-of-purchase-\(number)")
                paid.insert("ful_\(try #require(told.payment).dropFirst(4))_succeeded")
            }
            #expect(try await shop.openRows() == 20)
            // Whoever sets the address later is told of everything that was not acknowledged.
            try await shop.addInstance(shopServer.settings)
            try await shop.addInstance(shopServer.settings)
            try await shop.waitUntilTold()
            #expect(shopServer.ids.count == 20)
            #expect(Set(shopServer.ids) == paid)
        }
        await shopServer.stop()
    }

    @Test(arguments: [
        ["PAYONCE_FULFILLMENT_URL": "https://shop.example/paid"],
        ["PAYONCE_FULFILLMENT_SECRET": ShopServer.secret],
        [
            "PAYONCE_FULFILLMENT_URL": "http://shop.example/paid",
            "PAYONCE_FULFILLMENT_SECRET": ShopServer.secret,
        ],
        [
            "PAYONCE_FULFILLMENT_URL": "https://shop.example/paid",
            "PAYONCE_FULFILLMENT_SECRET": "short",
        ],
    ])
    func `A wrong setting stops the start`(_ settings: [String: String]) async throws {
        await #expect(throws: (any Error).self) {
            try await Shop.open(settings) { _ in }
        }
    }
}

extension Shop {
    /// What the shop does not know yet.
    func openRows() async throws -> Int {
        let sql = "SELECT count(*) FROM fulfillments WHERE acknowledged_at IS NULL"
        return try #require(Int(try await database.sql(sql)))
    }

    func waitUntilTold() async throws {
        let isTold = try await eventually { try await openRows() == 0 ? true : nil }
        #expect(isTold == true, "the shop was not told within a minute")
    }
}
