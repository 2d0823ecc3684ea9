import JSON

/// Whose card it is.
struct BillingDetails: Hashable {
    static let addressFields = ["city", "country", "line1", "line2", "postal_code", "state"]

    var address: [String: String] = [:]
    var email: String?
    var name: String?
    var phone: String?
    var taxID: String?

    var json: JSONValue {
        var lines = JSONObject()
        for field in BillingDetails.addressFields { lines[field] = JSONValue(address[field]) }
        return [
            "address": .object(lines),
            "email": JSONValue(email),
            "name": JSONValue(name),
            "phone": JSONValue(phone),
            "tax_id": JSONValue(taxID),
        ]
    }
}
