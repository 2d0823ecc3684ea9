import JSON

/// Somebody who pays more than once.
struct Customer: NumberedObject {
    let id: String
    let number: Int
    let created: Int64
    let invoicePrefix: String
    /// The id that Accounts v2 knows the customer by; `nil` for a classic one.
    let account: String?

    var address: JSONValue?
    var defaultPaymentMethod: String?
    var description: String?
    var email: String?
    var metadata = Metadata()
    var name: String?
    var phone: String?
    var preferredLocales: [String] = []
    var shipping: JSONValue?
    var taxExemption = TaxExemption.none
    var isDeleted = false
}
