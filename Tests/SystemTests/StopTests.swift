import Glibc
import JSON
import TestKit
import Testing

/// OP06: SIGTERM, as each deploy sends it.
struct StopTests {
    @Test func `Payments in flight are answered, and new ones are not begun`() async throws {
        try await Shop.open { shop in
            let methods = try await many(5) { _ in try await shop.stripe.paymentMethod(Card.good) }
            try await shop.stripe.add(SimulatorFault.slow(seconds: 6))
            let late = try await shop.stripe.paymentMethod(Card.good)
            async let running = many(5) { number in
                try await shop.pay(methods[number], key: "a-key-of-five-at-once-\(number)")
            }
            let areSent = try await eventually { () async throws -> Bool? in
                try await shop.stripe.requests().count { $0.isCreate } == 5 ? true : nil
            }
            #expect(areSent == true)

            shop.service.child.signal(SIGTERM)
            let isStopping = try await eventually { () async throws -> Bool? in
                try await shop.service.send(HttpCall("GET", "/readyz")).status == 503 ? true : nil
            }
            #expect(isStopping == true)
            let refused = try await shop.pay(late, key: Key.first)
            #expect(refused.http == 503)
            #expect(refused.answer["Retry-After"] != nil)

            #expect(try await running.allSatisfy { $0.isPaid })
            #expect(try await shop.service.child.exit() == 0)
            #expect(try await shop.stripe.requests().count { $0.isCreate } == 5)
            #expect(try await shop.stripe.book().count == 5)

            // The next instance finds everything done, and takes the one that was refused.
            try await shop.restart()
            for (number, method) in methods.enumerated() {
                let key = "a-key-of-five-at-once-\(number)"
                let again = try await shop.pay(method, key: key)
                #expect(again.isPaid && again.isReplay)
            }
            #expect(try await shop.pay(late, key: Key.first).isPaid)
        }
    }

    /// An existing payment is answered whatever the drain says.
    @Test func `While it stops, what was paid is told`() async throws {
        try await Shop.open { shop in
            let paid = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(paid, key: Key.first).isPaid)
            try await shop.stripe.add(SimulatorFault.slow(seconds: 6))
            let other = try await shop.stripe.paymentMethod(Card.good)
            async let running = shop.pay(other, key: Key.second)
            try await shop.stripe.waitForRequest { $0.isCreate && $0.sequence > 3 }
            shop.service.child.signal(SIGTERM)
            let isStopping = try await eventually { () async throws -> Bool? in
                try await shop.service.send(HttpCall("GET", "/readyz")).status == 503 ? true : nil
            }
            #expect(isStopping == true)
            let again = try await shop.pay(paid, key: Key.first)
            #expect(again.isPaid && again.isReplay)
            #expect(try await running.isPaid)
            #expect(try await shop.service.child.exit() == 0)
        }
    }

    /// Killed after its patience, or by a second signal: the next instance ends what it left.
    @Test func `What a stop leaves is taken up at once`() async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("hang", times: 1, ["executed": true]))
            let lost = try HttpSocket(port: shop.service.port)
            try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
            try await shop.stripe.waitForRequest(\.isCreate)
            shop.service.child.signal(SIGTERM)
            let isStopping = try await eventually { () async throws -> Bool? in
                try await shop.service.send(HttpCall("GET", "/readyz")).status == 503 ? true : nil
            }
            #expect(isStopping == true)
            shop.service.child.signal(SIGTERM)
            #expect(try await shop.service.child.exit() == 130)
            try await shop.restart()
            #expect(try await shop.payUntilKnown(method, key: Key.first).isPaid)
            try await shop.settle()
            #expect(try await shop.stripe.book().count == 1)
        }
    }
}
