import JSON

/// `POST /_simulator/payment_intents/{id}`: puts a PaymentIntent into a state that no call leads
/// to. No money moves by it, and the book does not change.
struct ForcedFields {
    private let fields: ControlFields

    init(_ body: [UInt8]) throws(ControlError) {
        fields = try ControlFields(body)
        try fields.refuseUnknown([
            "amount", "amount_capturable", "amount_received", "currency", "customer",
            "cvc_check", "description", "livemode", "metadata", "status",
        ])
    }

    var cvcCheck: String? {
        get throws(ControlError) { try fields.text("cvc_check") }
    }

    func apply(to intent: inout PaymentIntent) throws(ControlError) {
        let amounts = Int64.min...Int64.max
        if let status = try fields.text("status") { intent.status = IntentStatus(word: status) }
        if let amount = try fields.integer("amount", in: amounts) { intent.amount = amount }
        if let amount = try fields.integer("amount_received", in: amounts) {
            intent.amountReceived = amount
        }
        if let amount = try fields.integer("amount_capturable", in: amounts) {
            intent.amountCapturable = amount
        }
        if let currency = try fields.text("currency") { intent.currency = currency }
        if let flag = try fields.flag("livemode") { intent.isLive = flag }
        if let check = try cvcCheck { intent.forcedCVCCheck = check }
        // These may be taken away, by `null`.
        if fields.has("customer") { intent.customer = try fields.text("customer") }
        if fields.has("description") { intent.description = try fields.text("description") }
        if fields.has("metadata") { intent.metadata = try metadata() }
    }

    private func metadata() throws(ControlError) -> Metadata {
        var metadata = Metadata()
        guard let value = fields["metadata"] else { return metadata }
        guard case .object(let object) = value else {
            throw ControlError("`metadata` has to be an object.")
        }
        for (key, value) in object {
            guard let text = value.string else {
                throw ControlError("Values of `metadata` have to be strings.")
            }
            metadata.set(key, to: text)
        }
        return metadata
    }
}
