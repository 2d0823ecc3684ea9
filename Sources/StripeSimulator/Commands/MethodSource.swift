/// The payment method of a request: one that exists, or a new card.
enum MethodSource {
    case id(String)
    case card(CardData)

    init?(_ parameters: Parameters) throws(StripeError) {
        if let id = try parameters.nonEmpty("payment_method") {
            self = .id(id)
        } else if let data = try parameters.nested("payment_method_data") {
            self = .card(try CardData(data))
        } else {
            return nil
        }
    }
}
