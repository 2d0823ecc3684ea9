import JSON

/// Money that moved, as the bank sees it.
struct BookEntry {
    let paymentIntent: String
    let amount: Int64
    let currency: String
    let metadata: Metadata
    let at: Int64
    var refunded: Int64 = 0

    var json: JSONValue {
        [
            "payment_intent": .string(paymentIntent),
            "amount": JSONValue(amount),
            "currency": .string(currency),
            "metadata": metadata.json,
            "at": JSONValue(at),
            "refunded": JSONValue(refunded),
        ]
    }
}
