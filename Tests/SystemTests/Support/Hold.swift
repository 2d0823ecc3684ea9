import JSON
import TestKit
import Testing

/// A purchase by a saved card whose security code was typed again.
struct Hold: Sendable {
    /// Of the only payment with a security code.
    static let verdict = "SELECT cvc_check FROM payments WHERE cvc_policy IS NOT NULL"

    let customer: Asker
    var token: String
    private let shop: Shop
    private let method: String
    private let key: String
    /// The arrivals up to here are not the purchase's.
    private let before: Int64

    /// A customer of this name who has saved a card of this number, and types its code.
    init(_ number: String, in shop: Shop, name: String = "ann") async throws {
        self.shop = shop
        customer = try await shop.customer(name)
        method = try await shop.save(number, of: customer, key: "save-\(name)")
        token = try await shop.securityCode()
        key = "key-\(name)"
        before = try await shop.stripe.requests().last?.sequence ?? 0
    }

    func call(key: String? = nil, _ more: JSONObject = [:]) -> HttpCall {
        let code: JSONObject = ["cvcToken": .string(token)]
        var body = code
        for (name, value) in more { body[name] = value }
        return .pay(method, key: key ?? self.key, body).by(customer)
    }

    func pay(
        key: String? = nil,
        _ more: JSONObject = [:],
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        try await shop.send(call(key: key, more), to: instance)
    }

    /// Repeats the request until it is known what came of it; a service that died is waited for.
    func payUntilKnown(at instance: Int = 0) async throws -> Told {
        let told = try await eventually(every: .milliseconds(100)) { () async throws -> Told? in
            do {
                let told = try await pay(at: shop.all[instance])
                return told.isOpen || told.isUnavailable ? nil : told
            } catch is HttpFailure {
                return nil
            }
        }
        return try #require(told, "not known after a minute")
    }

    /// A request once, as somebody sends it who never comes back.
    func payBriefly() async throws {
        do {
            _ = try await pay()
        } catch is HttpFailure {
            // The service died over it.
        }
    }

    // MARK: What is so

    /// Of the only payment with a security code; empty where there is none.
    func state() async throws -> String {
        try await shop.database.sql("SELECT state FROM payments WHERE cvc_policy IS NOT NULL")
    }

    /// What was posted for it and executed, in order.
    func steps() async throws -> [String] {
        try await posts().filter { $0.outcome == "executed" && $0.status == 200 }.map {
            $0.isCreate ? "create" : String($0.path.split(separator: "/").last ?? "")
        }
    }

    func keys(_ ending: String) async throws -> Set<String> {
        Set(try await posts().filter { $0.path.hasSuffix(ending) }.compactMap(\.key))
    }

    private func posts() async throws -> [SimulatorRequestEntry] {
        try await shop.stripe.requests(since: before).filter {
            $0.method == "POST" && $0.path.hasPrefix("/v1/payment_intents") && !$0.isFromOutside
        }
    }

    /// What the bank moved for it.
    func book() async throws -> [SimulatorBookEntry] {
        let payments = try await shop.database.sql(
            "SELECT string_agg(id, ',') FROM payments WHERE cvc_policy IS NOT NULL"
        )
        .split(separator: ",").map(String.init)
        return try await shop.stripe.book().filter { payments.contains($0.payment ?? "") }
    }

    func status(_ told: Told) async throws -> String {
        try await intent(told).word("status")
    }

    func expectCharged(_ told: Told) async throws {
        let intent = try await intent(told)
        #expect(intent["status"] == "succeeded" && intent["amount_received"] == 1400)
        #expect(try await book().map(\.amount) == [1400])
        #expect(try await steps().count { $0 == "capture" } <= 1)
    }

    func expectGivenBack(_ told: Told) async throws {
        let intent = try await intent(told)
        #expect(intent["status"] == "canceled" && intent["amount_capturable"] == 0)
        #expect(intent["amount_received"] == 0)
        #expect(try await book().isEmpty)
        #expect(try await !steps().contains("capture"))
    }

    private func intent(_ told: Told) async throws -> JSONValue {
        let name = try #require(told.intent, "\(told.answer.text)")
        return try await shop.stripe.stripe("GET", "/v1/payment_intents/\(name)")
    }
}
