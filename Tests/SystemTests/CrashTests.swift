import Glibc
import JSON
import TestKit
import Testing

/// ST04, DC03, ID16: the service dies at each step of a payment.
struct CrashTests {
    private static let settings = ["PAYONCE_LEASE": "2s"]

    /// The customer repeats the request, or never comes back.
    enum Customer: CaseIterable { case returns, stays }

    @Test(arguments: Customer.allCases)
    func `Claimed and not sent`(_ customer: Customer) async throws {
        try await Shop.open(CrashTests.settings) { shop in
            // A new Stripe does not know what an app made at the old one; this name it does.
            let method = "pm_card_visa"
            let stuck = try await shop.closeStripe()
            let lost = try await hangUp(after: .pay(method, key: Key.first), in: shop) {
                try await shop.waitForState("creating")
            }
            try await shop.crash()
            try await shop.openStripe(stuck)
            #expect(try await shop.stripe.requests().isEmpty)
            try await shop.restart()
            try await finish(customer, method, shop)
            _ = lost
        }
    }

    @Test(arguments: Customer.allCases, [true, false])
    func `Sent and not answered`(_ customer: Customer, isExecuted: Bool) async throws {
        try await Shop.open(CrashTests.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(
                SimulatorFault("hang", times: 1, ["executed": .bool(isExecuted)])
            )
            let lost = try await hangUp(after: .pay(method, key: Key.first), in: shop) {
                try await shop.stripe.waitForRequest(\.isCreate)
            }
            try await shop.crash()
            #expect(try await shop.stripe.book().count == (isExecuted ? 1 : 0))
            try await shop.restart()
            try await finish(customer, method, shop)
            _ = lost
        }
    }

    @Test(arguments: Customer.allCases)
    func `Answered and not written down`(_ customer: Customer) async throws {
        try await Shop.open(CrashTests.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            // Long enough to take the lock; if it is not, the write below is not held up, and
            // `waitForVictim` finds nobody.
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 3]))
            let lost = try HttpSocket(port: shop.service.port)
            try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
            try await shop.stripe.waitForRequest(\.isCreate)
            let lock = try await ServiceLock(on: "payment_events", of: shop.database)
            try await lock.waitForVictim()
            try await shop.crash()
            try await lock.release()
            #expect(try await shop.database.sql("SELECT state FROM payments") == "creating")
            #expect(try await shop.stripe.book().count == 1)
            try await shop.restart()
            try await finish(customer, method, shop)
        }
    }

    @Test(arguments: Customer.allCases)
    func `Written down and not told`(_ customer: Customer) async throws {
        try await Shop.open(CrashTests.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let lost = try await hangUp(after: .pay(method, key: Key.first), in: shop) {
                try await shop.waitForState("succeeded")
            }
            try await shop.crash()
            try await shop.restart()
            try await finish(customer, method, shop)
            _ = lost
        }
    }

    /// The second call dies on the way; without the customer nothing is confirmed for the first
    /// time, but a confirm that was sent is brought to its end.
    @Test(arguments: Customer.allCases)
    func `The confirm was sent and not answered`(_ customer: Customer) async throws {
        try await Shop.open(CrashTests.settings) { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let challenge = try await shop.pay(method, key: Key.first)
            let intent = try #require(challenge.intent)
            try await shop.stripe.authenticate(intent)
            try await shop.stripe.add(
                SimulatorFault("hang", "*/confirm", times: 1, ["executed": false])
            )
            let lost = try await hangUp(after: .confirm(intent), in: shop) {
                try await shop.stripe.waitForRequest(\.isConfirm)
            }
            try await shop.crash()
            try await shop.restart()
            if customer == .returns {
                let told = try await shop.confirmUntilKnown(intent)
                #expect(told.isPaid && told.payment == challenge.payment)
            }
            try await shop.settle()
            #expect(try await shop.stripe.book().map(\.intent) == [intent])
            _ = lost
        }
    }

    // MARK: Parts

    /// Sends a request, waits until it has come so far, and keeps the connection that nobody will
    /// answer.
    private func hangUp<Seen>(
        after call: HttpCall,
        in shop: Shop,
        _ isSoFar: () async throws -> Seen
    ) async throws -> HttpSocket {
        let socket = try HttpSocket(port: shop.service.port)
        try socket.send(call.bytes(to: shop.service.port))
        _ = try await isSoFar()
        return socket
    }

    /// One charge in the end, whether the customer comes back or not.
    private func finish(_ customer: Customer, _ method: String, _ shop: Shop) async throws {
        if customer == .returns {
            let told = try await shop.payUntilKnown(method, key: Key.first)
            #expect(told.isPaid && told.isReplay)
        }
        try await shop.settle()
        #expect(try await shop.stripe.book().count == 1)
        #expect(try await shop.createKeys().count == 1)
        let told = try await shop.pay(method, key: Key.first)
        #expect(told.isPaid && told.isReplay)
    }
}

extension Shop {
    /// Waits until the only payment is in this state.
    func waitForState(_ state: String) async throws {
        var last = ""
        let found = try await eventually { () async throws -> Bool? in
            last = try await database.sql("SELECT state FROM payments")
            return last == state ? true : nil
        }
        #expect(found == true, "the state is \(last), not \(state)")
    }
}
