import Glibc
import JSON
import Synchronization
import TestKit
import Testing

/// A process dies, or falls asleep for longer than its lease, at each point at which the saved cards
/// of a customer are looked at and one of them is taken off. (Those of saving a card are a story of
/// `CheckpointTests`, those of paying with one are in `HoldCrashTests`.)
struct WalletCrashTests {
    private static let settings = Shop.customers + ["PAYONCE_LEASE": "2s"]

    @Test func `A service that dies at any point leaves the cards as Stripe has them`() async throws
    {
        let moments = try await WalletCrashTests.moments()
        _ = try await many(moments.count) { number in
            try await WalletCrashTests.open("die:\(moments[number])") { shop, wallet in
                async let emptied: Void = wallet.empty(at: 0)
                try await shop.mourn(moments[number])
                try await emptied
                try await wallet.expectEmpty(at: 0, moments[number])
            }
        }
        print("the wallet: killed at \(moments.count) points")
    }

    @Test func `A service that sleeps at any point brings no card back`() async throws {
        let moments = try await WalletCrashTests.moments()
        _ = try await many(moments.count) { number in
            try await WalletCrashTests.open("sleep:\(moments[number])") { shop, wallet in
                try await shop.addInstance()
                async let emptied: Void = wallet.empty(at: 0)
                try await shop.service.waitForSleep(moments[number])
                let end = ContinuousClock.now + .seconds(4)
                try await wallet.empty(at: 1)
                try await Task.sleep(until: end)
                shop.service.child.signal(SIGCONT)
                try await emptied
                for instance in 0...1 {
                    try await wallet.expectEmpty(at: instance, moments[number])
                }
            }
        }
        print("the wallet: slept at \(moments.count) points")
    }

    // MARK: Parts

    private static func moments() async throws -> [String] {
        let told = Mutex<[String]>([])
        try await open("tell") { shop, wallet in
            try await wallet.empty(at: 0)
            told.withLock { $0 = shop.service.moments }
        }
        let moments = told.withLock { $0 }
        #expect(moments.contains("after detach 1") && moments.contains("after remove card 1"))
        return moments
    }

    /// The cards are saved by a service of its own, which has seen one of them less than Stripe.
    private static func open(
        _ deed: String,
        _ body: @Sendable (Shop, OneWallet) async throws -> Void
    ) async throws {
        try await Shop.open(settings) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            _ = try await eventually { () async throws -> Bool? in
                try await !shop.database.sql("SELECT method FROM saved_cards").isEmpty ? true : nil
            }
            try await shop.crash()
            _ = try await shop.database.sql("DELETE FROM saved_cards")
            try await shop.restart(0, Checkpoint.settings(deed))
            try await body(shop, OneWallet(shop: shop, customer: ann, method: method))
        }
    }
}

/// A customer's only saved card.
private struct OneWallet: Sendable {
    let shop: Shop
    let customer: Asker
    let method: String

    /// Looks at the cards and takes the card off, asking again for as long as nobody answers.
    func empty(at instance: Int) async throws {
        try await untilAnswered(instance, HttpCall("GET", "/payment-methods"))
        try await untilAnswered(instance, HttpCall("DELETE", "/payment-methods/\(method)"))
    }

    func expectEmpty(at instance: Int, _ moment: String) async throws {
        let shown = try await shop.all[instance].send(
            HttpCall("GET", "/payment-methods").by(customer)
        )
        #expect(
            try shown.json()["paymentMethods"]?.array?.isEmpty == true,
            "\(moment): \(shown.text)"
        )
        let told = try await shop.send(
            .pay(method, key: Key.second).by(customer),
            to: shop.all[instance]
        )
        #expect(told.http == 404, "\(moment): \(told.answer.text)")
        #expect(try await shop.stripe.book().count == 1, "\(moment)")
    }

    private func untilAnswered(_ instance: Int, _ call: HttpCall) async throws {
        let answer = try await eventually(every: .milliseconds(100)) { () async throws -> Bool? in
            do {
                return try await shop.all[instance].send(call.by(customer)).status == 200
                    ? true : nil
            } catch is HttpFailure {
                return nil
            }
        }
        #expect(answer == true, "\(call.path) was never answered")
    }
}
