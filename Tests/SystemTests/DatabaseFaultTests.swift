import Glibc
import JSON
import TestKit
import Testing

/// PostgreSQL goes and comes back.
@Suite(.serialized)
struct DatabaseFaultTests {
    /// DB09.
    @Test func `Without a database nothing is sent`() async throws {
        let server = try await blocking { try PostgresServer.start() }
        try await Shop.open(["PAYONCE_LEASE": "2s"], server: server) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(method, key: Key.first).isPaid)
            let seen = try await shop.stripe.requests().count
            try await blocking { try server.stop() }

            let other = try await shop.stripe.paymentMethod(Card.good)
            let refused = try await shop.pay(other, key: Key.second)
            #expect(refused.http == 503)
            #expect(refused.code == "unavailable")
            #expect(refused.answer["Retry-After"] != nil)
            let ready = try await shop.service.send(HttpCall("GET", "/readyz"))
            #expect(ready.status == 503)
            // Nothing but what this test did itself.
            let new = try await shop.stripe.requests().dropFirst(seen)
            #expect(new.allSatisfy { $0.isFromOutside })

            try await blocking { try server.start() }
            #expect(try await shop.payUntilKnown(other, key: Key.second).isPaid)
            #expect(try await shop.pay(method, key: Key.first).isReplay)
            #expect(try await shop.stripe.book().count == 2)
            #expect(!shop.service.child.isOver)
        }
        server.remove()
    }

    /// DB01, DB07: a slow Stripe holds payments up, and neither connections nor locks.
    @Test func `No transaction is open while Stripe is being asked`() async throws {
        try await Shop.open { shop in
            try await shop.stripe.add(SimulatorFault("slow", times: 30, ["seconds": 3]))
            try await withThrowingTaskGroup(of: Told.self) { group in
                for number in 0..<30 {
                    let method = try await shop.stripe.paymentMethod(Card.good)
                    let key = "slow-stripe-\(1000 + number)"
                    group.addTask { try await shop.pay(method, key: key) }
                }
                while try await shop.stripe.requests().count(where: \.isCreate) < 30 {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let held = try await shop.database.sql(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                        AND xact_start < clock_timestamp() - interval '100 ms'
                    """
                )
                #expect(held == "0")
                for try await told in group { #expect(told.isPaid) }
            }
        }
    }

    /// DB03, ST05: the answer comes, and there is nowhere to write it down.
    @Test(arguments: ["fast", "immediate"])
    func `The database goes while Stripe is being asked`(mode: String) async throws {
        let server = try await blocking { try PostgresServer.start() }
        try await Shop.open(["PAYONCE_LEASE": "2s"], server: server) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 3]))
            async let first = shop.pay(method, key: Key.first)
            try await shop.stripe.waitForRequest(\.isCreate)
            try await blocking { try server.stop(mode: mode) }
            let told = try await first
            #expect(told.isOpen || told.isPaid)
            try await blocking { try server.start() }
            #expect(try await shop.payUntilKnown(method, key: Key.first).isPaid)
            try await shop.settle()
            #expect(try await shop.stripe.book().count == 1)
            #expect(!shop.service.child.isOver)
        }
        server.remove()
    }
}
