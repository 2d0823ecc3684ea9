import JSON
import Payments

/// Reads a PaymentMethod that is a card.
enum CardDecoder {
    /// `nil` for what is no card, or does not say which.
    static func facts(of value: JSONValue) -> CardFacts? {
        guard let method = value["id"]?.string.flatMap(PaymentMethodID.init),
            let card = value["card"], let brand = card.word("brand"),
            let last4 = card.word("last4"), let month = card.whole("exp_month"),
            let year = card.whole("exp_year")
        else { return nil }
        return CardFacts(
            method: method,
            customer: value.reference("customer").flatMap(StripeCustomerID.init),
            fingerprint: card.word("fingerprint"),
            brand: brand,
            last4: last4,
            expiryMonth: Int(month),
            expiryYear: Int(year)
        )
    }
}
