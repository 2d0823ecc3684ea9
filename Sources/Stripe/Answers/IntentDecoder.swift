import JSON
import Payments

/// Reads a PaymentIntent: thirteen of its fifty members, each of which may be missing or odd.
enum IntentDecoder {
    /// The metadata that names our payment.
    static let paymentIDKey = "payonce_payment_id"

    /// Without an id there is no intent. Without a status there is one whose status is the unknown
    /// word `""`, which leads to another look.
    static func snapshot(of value: JSONValue) -> IntentSnapshot? {
        guard isIntent(value), let id = value["id"]?.string.flatMap(PaymentIntentID.init) else {
            return nil
        }
        return IntentSnapshot(
            id: id,
            status: value.word("status") ?? "",
            amount: value.whole("amount"),
            amountReceived: value.whole("amount_received"),
            currency: value.word("currency"),
            customer: value.reference("customer"),
            method: value.reference("payment_method").flatMap(PaymentMethodID.init),
            clientSecret: value["client_secret"]?.string.flatMap(ClientSecret.init),
            paymentID: value["metadata"]?.word(paymentIDKey),
            isLive: value["livemode"]?.bool,
            lastError: value["last_payment_error"].flatMap(StripeFailure.init)?.closing,
            declinedCard: value["last_payment_error"]?["payment_method"]?["card"]?
                .word("fingerprint"),
            cvcCheck: value["latest_charge"].flatMap(verdict),
            created: value.whole("created")
        )
    }

    /// A charge that is only named says nothing; one that is shown does, if only that nothing was
    /// checked. https://docs.stripe.com/api/charges/object
    private static func verdict(of charge: JSONValue) -> CVCVerdict? {
        guard case .object = charge else { return nil }
        let checks = charge["payment_method_details"]?["card"]?["checks"]
        return checks?.word("cvc_check").map(CVCVerdict.init) ?? .missing
    }

    /// An answer that does not say what it is passes by its id.
    private static func isIntent(_ value: JSONValue) -> Bool {
        value["object"]?.string.map { $0 == "payment_intent" } ?? true
    }
}
