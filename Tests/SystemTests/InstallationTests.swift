import TestKit
import Testing

/// OP05: a database is one account's in one mode, and keys of another one do not touch it.
struct InstallationTests {
    private func refusal(_ settings: [String: String], in shop: Shop) async throws -> String {
        do {
            _ = try await ServiceProcess.start(
                database: shop.database.url,
                stripe: shop.stripe.port,
                settings: settings
            )
        } catch ProcessFailure.ended(_, status: 2, let output) {
            return output
        }
        return "it started"
    }

    @Test func `Keys of two modes do not start`() async throws {
        try await Shop.open { shop in
            let mixed = try await refusal(["STRIPE_PUBLISHABLE_KEY": "pk_live_system"], in: shop)
            #expect(mixed.contains("are of different modes"), "\(mixed)")
            let live = [
                "STRIPE_SECRET_KEY": "sk_live_system", "STRIPE_PUBLISHABLE_KEY": "pk_live_system",
            ]
            let refused = try await refusal(live, in: shop)
            #expect(refused.contains("A live key is not sent to"), "\(refused)")
        }
    }

    /// Its open payments stay as they are, and are gone on with where they belong.
    @Test func `A database of another account is left alone`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let asked = try await shop.pay(method)
            let intent = try #require(asked.intent)
            try await shop.crash()
            let owner = "UPDATE installation SET account = "
            _ = try await shop.database.sql(owner + "'live:another', mode = 'live'")
            let before = try await shop.stripe.requests().count
            let said = try await refusal([:], in: shop)
            #expect(
                said.contains("belongs to the Stripe account live:another (live mode)"),
                "\(said)"
            )
            #expect(try await shop.stripe.requests().count == before)
            _ = try await shop.database.sql(owner + "'simulator', mode = 'simulator'")
            try await shop.restart()
            try await shop.stripe.authenticate(intent)
            #expect(try await shop.send(HttpCall.confirm(intent)).isPaid)
        }
    }
}
