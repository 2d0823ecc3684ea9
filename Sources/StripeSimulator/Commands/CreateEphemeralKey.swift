/// `POST /v1/ephemeral_keys`
struct CreateEphemeralKey {
    let customer: String

    /// The key is for a mobile library, whose version of the API the caller has to name: there is
    /// no default.
    init(_ parameters: Parameters, context: ValidationContext) throws(StripeError) {
        let others = ["issuing_card", "nonce", "verification_session"]
        try parameters.refuseUnknown(Set(others + ["customer", "expand"]))
        try parameters.refuseUnsimulated(others)
        _ = try parameters.expansion(of: .opaque)
        customer = try parameters.required("customer")
        guard context.version != nil else { throw .versionRequired }
    }
}
