/// `POST /v1/tokens`, for the security code of a saved card.
struct CreateToken {
    static let lengths = 3...4

    init(_ parameters: Parameters) throws(StripeError) {
        let others = ["account", "bank_account", "card", "customer", "person", "pii"]
        try parameters.refuseUnknown(Set(others + ["cvc_update", "expand"]))
        try parameters.refuseUnsimulated(others)
        _ = try parameters.expansion(of: .opaque)
        guard let update = try parameters.nested("cvc_update") else { throw .missing("cvc_update") }
        try update.refuseUnknown(["cvc"])
        let code = try update.required("cvc")
        guard CreateToken.lengths.contains(code.utf8.count),
            code.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw .invalidCVC }
    }
}
