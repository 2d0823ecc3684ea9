/// The card is to be kept for the customer, to be charged again later.
public struct Saving: Hashable, Sendable {
    /// Which text the customer agreed to; `nil` where the app did not say.
    public let consent: Consent?

    public init(consent: Consent?) { self.consent = consent }
}
