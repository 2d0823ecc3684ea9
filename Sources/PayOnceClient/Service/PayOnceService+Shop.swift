/// What an app reads before it shows a checkout.
extension PayOnceService {
    /// For `StripeAPI.defaultPublishableKey`.
    public func publishableKey() async throws(ServiceError) -> String {
        try await ask(HTTPCall("GET", "/config"), for: Configuration.self).publishableKey
    }

    /// What a cart costs now.
    public func quote(_ purchase: Purchase) async throws(ServiceError) -> Quote {
        try await ask(.post("/quote", QuoteBody(purchase)), for: Quote.self)
    }

    /// The signed-in customer's saved cards, as Stripe has them.
    public func savedCards() async throws(ServiceError) -> [SavedCard] {
        try await ask(HTTPCall("GET", "/payment-methods"), for: SavedCards.self).paymentMethods
    }

    /// Takes a card off the customer; says whether it was the customer's. A repeat does no harm.
    @discardableResult
    public func deleteCard(_ id: String) async throws(ServiceError) -> Bool {
        do throws(ServiceError) {
            let call = HTTPCall("DELETE", "/payment-methods/\(id)")
            return try await ask(call, for: Deletion.self).deleted
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 404 else { throw error }
            return false
        }
    }

    /// For a `CustomerSheet`: the signed-in customer's session at Stripe.
    public func customerSession() async throws(ServiceError) -> CustomerSession {
        try await ask(HTTPCall("POST", "/customer-session"), for: CustomerSession.self)
    }
}

/// A price, in the currency's minor unit.
public struct Quote: Decodable, Hashable, Sendable {
    public var amount: Int64
    public var currency: String
}

/// A card that the customer has saved.
public struct SavedCard: Decodable, Hashable, Sendable {
    /// The `paymentMethodId` to pay with.
    public var id: String
    public var brand: String?
    public var last4: String?
    public var expMonth: Int?
    public var expYear: Int?
    /// Whether the security code has to be collected anew for each payment.
    public var requiresCvc: Bool?
}

/// What Stripe's sheets need to show a customer's saved cards.
public struct CustomerSession: Decodable, Hashable, Sendable {
    public var customer: String
    /// Where the shop uses Stripe's Accounts v2.
    public var customerAccount: String?
    public var customerSessionClientSecret: Secret?
    /// For SDKs without customer sessions.
    public var ephemeralKey: Secret?
    public var publishableKey: String
}

private struct Configuration: Decodable {
    var publishableKey: String
}

private struct SavedCards: Decodable {
    var paymentMethods: [SavedCard]
}

private struct Deletion: Decodable {
    var deleted: Bool
}

private struct QuoteBody: Encodable {
    var items: [Purchase.Item]?
    var currency: String?

    init(_ purchase: Purchase) {
        items = purchase.items.isEmpty ? nil : purchase.items
        currency = purchase.currency
    }
}
