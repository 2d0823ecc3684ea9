import Payments

// The fields that only sheets have.

extension BodyFields {
    /// By what the SDK is to show saved cards. The version that an SDK names is for the older way.
    func sheetKeyKind() throws(RequestFault) -> SheetKeyKind {
        let version = try stripeVersion()
        return switch try text(of: .customerKeyType) {
        case nil: version == nil ? .customerSession : .ephemeralKey(version)
        case "customer_session": .customerSession
        case "legacy_ephemeral_key", "legacy": .ephemeralKey(version)
        case .some:
            throw .malformed("customerKeyType must be customer_session or legacy_ephemeral_key.")
        }
    }

    func recollectsCVC() throws(RequestFault) -> Bool {
        try flag(of: .requireCVCRecollection) ?? false
    }

    /// As `saving`, in either name of the wish.
    func savingOfSheet() throws(RequestFault) -> Saving? {
        if let saving = try saving() { return saving }
        let isWanted = try flag(of: .shouldSavePaymentMethod) == true
        return isWanted ? Saving(consent: try consent()) : nil
    }

    private func stripeVersion() throws(RequestFault) -> StripeVersion? {
        guard let text = try text(of: .apiVersion) else { return nil }
        guard let version = StripeVersion(text) else {
            throw .malformed(
                "apiVersion must be a version of Stripe's API, as in 2026-05-27.dahlia."
            )
        }
        return version
    }
}
