import JSON
import TestKit
import Testing

/// A payment as its customer lives through it, repeating whatever gets no answer.
enum Story: String, CaseIterable, CustomStringConvertible {
    case plain = "a plain payment"
    case challenged = "a payment with 3-D Secure"
    case interrupted = "a payment whose first answer gets lost"
    case saving = "a payment that saves its card"

    var description: String { rawValue }

    /// Puts the shop and the customer's card in place.
    func begin(in shop: Shop) async throws -> String {
        switch self {
        case .plain, .saving: return try await shop.stripe.paymentMethod(Card.good)
        case .challenged: return try await shop.stripe.paymentMethod(Card.challenged)
        case .interrupted:
            try await shop.stripe.add(SimulatorFault("drop_after", times: 1))
            return try await shop.stripe.paymentMethod(Card.good)
        }
    }

    /// The whole of it at one instance, to a final answer.
    func live(with method: String, in shop: Shop, at instance: Int) async throws -> Told {
        let told = try await Story.untilKnown(shop, instance) {
            try await pay(method, in: shop, at: $0)
        }
        guard told.status == "requires_action", let intent = told.intent else { return told }
        do {
            try await shop.stripe.authenticate(intent)
        } catch is SimulatorFailure {
            // The customer has done it before.
        }
        return try await Story.untilKnown(shop, instance) { try await shop.confirm(intent, at: $0) }
    }

    /// A request once, as somebody sends it who never comes back.
    func liveBriefly(with method: String, in shop: Shop) async throws {
        do {
            let told = try await pay(method, in: shop, at: shop.service)
            guard let intent = told.intent, told.status == "requires_action" else { return }
            try await shop.stripe.authenticate(intent)
            _ = try await shop.confirm(intent)
        } catch is HttpFailure {
            // The service died over it.
        }
    }

    private func pay(
        _ method: String,
        in shop: Shop,
        at instance: ServiceProcess
    ) async throws -> Told {
        guard self == .saving else {
            return try await shop.pay(method, key: Key.first, at: instance)
        }
        let more: JSONObject = ["savePaymentMethod": true]
        let ann = try await shop.customer("ann")
        return try await shop.send(.pay(method, key: Key.first, more).by(ann), to: instance)
    }

    /// The last moment of it, which comes after the answer where something is still to be noted.
    var lastMoment: String? { self == .saving ? "after learn cards 1" : nil }

    /// What is so when all is over and it was charged.
    func expectEnd(in shop: Shop, _ moment: String) async throws {
        guard self == .saving else { return }
        let ann = try await shop.customer("ann")
        let cards = try await eventually { () async throws -> Int? in
            let count = try await shop.cards(of: ann).count
            return count == 1 ? count : nil
        }
        #expect(cards == 1, "\(moment)")
        let customers = try await shop.stripe.stripe("GET", "/v1/customers")["data"]?.array
        #expect(customers?.count == 1, "\(moment)")
    }

    private static func untilKnown(
        _ shop: Shop,
        _ instance: Int,
        _ ask: (ServiceProcess) async throws -> Told
    ) async throws -> Told {
        let told = try await eventually(every: .milliseconds(100)) { () async throws -> Told? in
            do {
                let told = try await ask(shop.all[instance])
                return told.isOpen || told.isUnavailable ? nil : told
            } catch is HttpFailure {
                return nil
            }
        }
        return try #require(told, "not known after a minute")
    }
}
