/// What Stripe says of a PaymentIntent, as far as a payment is concerned. All of it may be missing:
/// an answer that moved money is never thrown away because a field is not as expected.
///
/// Kept in shared memory, like `Payment` and for the same reason.
public struct IntentSnapshot: Hashable, Sendable {
    private let fields: Shared<IntentFields>

    public var id: PaymentIntentID { fields.value.id }
    /// Stripe's own word.
    public var status: String { fields.value.status }
    public var amount: Int64? { fields.value.amount }
    /// What it has taken.
    public var amountReceived: Int64? { fields.value.amountReceived }
    public var currency: String? { fields.value.currency }
    public var customer: String? { fields.value.customer }
    /// The card that it was paid with; Stripe makes a new name of a test name.
    public var method: PaymentMethodID? { fields.value.method }
    public var clientSecret: ClientSecret? { fields.value.clientSecret }
    /// `metadata[payonce_payment_id]`.
    public var paymentID: String? { fields.value.paymentID }
    public var isLive: Bool? { fields.value.isLive }
    /// The last try's failure, `nil` where there was none.
    public var lastError: Closing? { fields.value.lastError }
    /// The fingerprint of the card that the last try failed with.
    public var declinedCard: String? { fields.value.declinedCard }
    /// What the bank said of the CVC; `nil` where the answer does not show the charge.
    public var cvcCheck: CVCVerdict? { fields.value.cvcCheck }
    /// Seconds since 1970 by Stripe's clock.
    public var created: Int64? { fields.value.created }

    /// What a success took.
    var moved: Int64? { amountReceived ?? amount }

    public init(
        id: PaymentIntentID,
        status: String,
        amount: Int64?,
        amountReceived: Int64? = nil,
        currency: String?,
        customer: String?,
        method: PaymentMethodID? = nil,
        clientSecret: ClientSecret?,
        paymentID: String?,
        isLive: Bool?,
        lastError: Closing?,
        declinedCard: String? = nil,
        cvcCheck: CVCVerdict? = nil,
        created: Int64?
    ) {
        fields = Shared(
            IntentFields(
                id: id,
                status: status,
                amount: amount,
                amountReceived: amountReceived,
                currency: currency,
                customer: customer,
                method: method,
                clientSecret: clientSecret,
                paymentID: paymentID,
                isLive: isLive,
                lastError: lastError,
                declinedCard: declinedCard,
                cvcCheck: cvcCheck,
                created: created
            )
        )
    }
}

private struct IntentFields: Hashable, Sendable {
    let id: PaymentIntentID
    let status: String
    let amount: Int64?
    let amountReceived: Int64?
    let currency: String?
    let customer: String?
    let method: PaymentMethodID?
    let clientSecret: ClientSecret?
    let paymentID: String?
    let isLive: Bool?
    let lastError: Closing?
    let declinedCard: String?
    let cvcCheck: CVCVerdict?
    let created: Int64?
}
