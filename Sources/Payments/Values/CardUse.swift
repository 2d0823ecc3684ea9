/// What is to be done with the card beside charging it. A guest's plain payment is `plain`.
public struct CardUse: Hashable, Sendable {
    /// The customer at Stripe whom the card belongs to, or is to belong to.
    public let customer: StripeCustomerID?
    /// `nil`: the card is not saved.
    public let saving: Saving?
    /// What a failed check of the security code means; `nil`: none was collected again.
    public let cvcPolicy: CVCMismatchPolicy?

    public init(
        customer: StripeCustomerID? = nil,
        saving: Saving? = nil,
        cvcPolicy: CVCMismatchPolicy? = nil
    ) {
        self.customer = customer
        self.saving = saving
        self.cvcPolicy = cvcPolicy
    }

    public static let plain = CardUse()

}
