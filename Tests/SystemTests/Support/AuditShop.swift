import Glibc
import JSON
import TestKit
import Testing

/// A shop whose book or Stripe is damaged by hand: what otherwise holds in every shop is not asked
/// for here.
struct AuditShop: Sendable {
    let database: ServiceDatabase
    let stripe: SimulatorProcess
    let service: ServiceProcess

    static func open(_ body: @Sendable (AuditShop) async throws -> Void) async throws {
        await Turnstile.shops.enter()
        defer { Turnstile.shops.leave() }
        let database = try await ServiceDatabase.fresh()
        let stripe = try await SimulatorProcess.start()
        let service = try await ServiceProcess.start(database: database.url, stripe: stripe.port)
        try await body(AuditShop(database: database, stripe: stripe, service: service))
    }

    /// A card number that nobody else uses, so that no two customers look like one.
    static let cards = [
        "4242424242424242", "5555555555554444", "4000056655665556", "378282246310005",
    ]

    /// Pays, and returns what was told.
    func pay(_ card: String, key: String, _ more: JSONObject = [:]) async throws -> Told {
        let method = try await stripe.paymentMethod(card)
        let told = try Told(await service.send(.pay(method, key: key, more)))
        #expect(told.isPaid, "\(told.answer.text)")
        return told
    }

    /// Gives a part back, as the shop's own server does.
    func refund(_ payment: String, amount: Int64) async throws {
        let key = try await ServiceProgram.run(
            ["keys", "create", "--role", "merchant", "--name", "audit"],
            database: database.url
        )
        var call = HttpCall(
            "POST",
            "/payments/\(payment)/refunds",
            json: ["amount": .number(JSONNumber(amount))]
        )
        call.fields += [
            ("Authorization", "Bearer \(key.prefix { !$0.isNewline })"),
            ("Idempotency-Key", "the-refund-of-a-part"),
        ]
        let told = try Told(await service.send(call))
        #expect(told.status == "succeeded", "\(told.answer.text)")
    }

    func audit(_ words: String...) async throws -> ServiceAudit {
        try await ServiceAudit.run(
            ["audit"] + words,
            database: database.url,
            stripe: stripe.port
        )
    }

    /// A person's word about a payment.
    func resolve(
        _ payment: String,
        _ action: String,
        _ reason: String,
        _ more: String...
    ) async throws -> ServiceAudit {
        try await ServiceAudit.run(
            ["payments", "resolve", payment, action, "--reason", reason] + more,
            database: database.url,
            stripe: stripe.port
        )
    }

    /// An intent that somebody else makes and pays.
    @discardableResult
    func payAside(_ more: String = "") async throws -> String {
        let method = try await stripe.paymentMethod(Self.cards[3])
        return try await stripe.stripe(
            "POST",
            "/v1/payment_intents",
            "amount=900&currency=usd&payment_method=\(method)&confirm=true"
                + "&payment_method_types[]=card\(more)"
        )
        .word("id")
    }
}
