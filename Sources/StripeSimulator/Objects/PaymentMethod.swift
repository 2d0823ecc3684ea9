import JSON

/// A card as a caller may use it.
struct PaymentMethod {
    /// What is left of a PaymentMethod that no customer holds.
    enum Use: Hashable {
        case unused
        /// An attempt is open; the same PaymentIntent may go on with it.
        case open(intent: String)
        case usedUp
    }

    let id: String
    let created: Int64
    let card: TestCard
    let fingerprint: String
    let expiryMonth: Int64
    let expiryYear: Int64
    var cvcCheck: String?
    var billing = BillingDetails()
    var customer: String?
    var metadata = Metadata()
    var allowRedisplay = "unspecified"
    var use = Use.unused
    /// Whether the customer agreed to later payments with it.
    var isSetUp = false
}
