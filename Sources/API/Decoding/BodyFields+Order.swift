import JSON
import Money
import Payments

// The fields with which the shop fixes an order.

extension BodyFields {
    /// What may be written about an order, for people.
    private static let longestDescription = 500

    /// The whole body of `POST /orders`.
    func order(fixedBy key: APIKey) throws(RequestFault) -> OrderRequest {
        guard let order = try order() else { throw .malformed("orderId is missing.") }
        guard let currency = try currency() else { throw .malformed("currency is missing.") }
        return OrderRequest(
            order: order,
            price: try price(in: currency),
            customer: try customer(),
            description: try description(),
            key: key.id
        )
    }

    /// What `POST /off-session-payments` says of the order. Whatever was written about it stands.
    func order(
        of customer: CustomerReference,
        chargedBy key: APIKey
    ) throws(RequestFault) -> OrderRequest {
        guard let order = try order() else { throw .malformed("orderId is missing.") }
        guard let currency = try currency() else { throw .malformed("currency is missing.") }
        return OrderRequest(
            order: order,
            price: try price(in: currency),
            customer: customer,
            description: nil,
            key: key.id
        )
    }

    private func price(in currency: Currency) throws(RequestFault) -> OrderRequest.Price {
        switch (try cart(), try amount()) {
        case (let cart?, nil): return .items(cart, currency)
        case (nil, let units?): return .amount(Amount(minorUnits: units, currency: currency))
        case (nil, nil), (.some, .some): throw .malformed("send either items or amount.")
        }
    }

    private func amount() throws(RequestFault) -> Int64? {
        guard let value = try value(of: .amount) else { return nil }
        guard let units = value.int64, units > 0 else {
            throw .malformed("amount must be a whole number of minor units above 0.")
        }
        return units
    }

    func customer() throws(RequestFault) -> CustomerReference? {
        guard let text = try text(of: .customerReference) else { return nil }
        guard let customer = CustomerReference(text) else {
            throw .malformed("customerRef must be 1 to 255 characters.")
        }
        return customer
    }

    private func description() throws(RequestFault) -> String? {
        guard let text = try text(of: .description) else { return nil }
        guard text.unicodeScalars.count <= BodyFields.longestDescription else {
            throw .malformed(
                "description must be 1 to \(BodyFields.longestDescription) characters."
            )
        }
        return text
    }
}
