public import Payments

// What somebody else makes with the account, who copies our metadata.

extension MemoryStripe {
    /// An intent that bears the payment's name and waits for its customer.
    public func openAside(naming payment: PaymentID, _ amount: Int64) -> PaymentIntentID {
        let name = "pi_\(order.count + 1)"
        let intent = Intent(
            id: Shop.known(PaymentIntentID(name)),
            payment: payment.description,
            method: "pm_aside_\(order.count + 1)",
            amount: amount,
            currency: "usd",
            card: .pays,
            secret: Shop.known(ClientSecret("\(name)_secret")),
            created: seconds,
            isCapturedLater: false,
            cvcCheck: .missing,
            isSaving: false
        )
        intents[intent.id] = intent
        order.append(intent.id)
        return intent.id
    }

    /// A second charge that bears the payment's name.
    public func chargeAside(naming payment: PaymentID, _ amount: Int64) -> PaymentIntentID {
        let intent = openAside(naming: payment, amount)
        force(intent, status: "succeeded")
        return intent
    }

    /// How many intents are in each state.
    public var intentsByStatus: [String: Int] {
        Dictionary(intents.values.map { ($0.status, 1) }, uniquingKeysWith: +)
    }
}
