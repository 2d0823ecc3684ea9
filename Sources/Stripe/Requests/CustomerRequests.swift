import Payments

/// The paths and bytes of what is asked about customers and their cards.
struct CustomerRequests: Sendable {
    let apiVersion: String

    static let path = "/v1/customers"

    /// Nothing of the person: the digest finds our customer again, and that is all it does.
    func create(_ draft: CustomerDraft) -> FrozenRequest {
        let metadata = [
            FormField("payonce_customer", .text(draft.digest)),
            FormField("payonce_account", .text(draft.account)),
        ]
        return frozen(CustomerRequests.path, [FormField("metadata", .fields(metadata))])
    }

    func detach(_ method: PaymentMethodID) -> FrozenRequest {
        frozen(IntentRequests.path(of: method) + "/detach", [])
    }

    static func path(of customer: StripeCustomerID) -> String {
        path + "/" + FormEncoder.escaped(customer.description)
    }

    static func cardsPath(
        of customer: StripeCustomerID,
        after last: PaymentMethodID?,
        limit: Int
    ) -> String {
        var fields = [
            FormField("type", .text("card")), FormField("limit", .text(String(limit))),
        ]
        if let last { fields.append(FormField("starting_after", .text(last.description))) }
        return path(of: customer) + "/payment_methods?"
            + String(decoding: FormEncoder.encode(fields), as: UTF8.self)
    }

    private func frozen(_ path: String, _ fields: [FormField]) -> FrozenRequest {
        FrozenRequest(path: path, body: FormEncoder.encode(fields), apiVersion: apiVersion)
    }
}
