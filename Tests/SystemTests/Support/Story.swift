import JSON
import TestKit
import Testing

/// A payment as its customer lives through it, repeating whatever gets no answer.
enum Story: String, CaseIterable, CustomStringConvertible {
    case plain = "a plain payment"
    case challenged = "a payment with 3-D Secure"
    case interrupted = "a payment whose first answer gets lost"

    var description: String { rawValue }

    /// Puts the shop and the customer's card in place.
    func begin(in shop: Shop) async throws -> String {
        switch self {
        case .plain: return try await shop.stripe.paymentMethod(Card.good)
        case .challenged: return try await shop.stripe.paymentMethod(Card.challenged)
        case .interrupted:
            try await shop.stripe.add(SimulatorFault("drop_after", times: 1))
            return try await shop.stripe.paymentMethod(Card.good)
        }
    }

    /// The whole of it at one instance, to a final answer.
    func live(with method: String, in shop: Shop, at instance: Int) async throws -> Told {
        let told = try await Story.untilKnown(shop, instance) {
            try await shop.pay(method, key: Key.first, at: $0)
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
            let told = try await shop.pay(method, key: Key.first)
            guard let intent = told.intent, told.status == "requires_action" else { return }
            try await shop.stripe.authenticate(intent)
            _ = try await shop.confirm(intent)
        } catch is HttpFailure {
            // The service died over it.
        }
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
