import Payments

/// The bytes that ask for what an app's sheet shows saved cards with.
struct SheetRequests: Sendable {
    let apiVersion: String

    func request(
        _ kind: SheetKeyKind,
        _ customer: StripeCustomerID,
        maySave: Bool
    ) -> FrozenRequest {
        let owner = FormField("customer", .text(customer.description))
        switch kind {
        case .customerSession:
            let fields = [
                owner, FormField("components", .fields([SheetRequests.element(maySave: maySave)])),
            ]
            return FrozenRequest(
                path: "/v1/customer_sessions",
                body: FormEncoder.encode(fields),
                apiVersion: apiVersion
            )
        case .ephemeralKey(let version):
            return FrozenRequest(
                path: "/v1/ephemeral_keys",
                body: FormEncoder.encode([owner]),
                apiVersion: version?.description ?? apiVersion
            )
        }
    }

    /// The sheet shows every card that this service has saved, whether or not its customer ticked a
    /// box of Stripe's: a card is saved here with the payment, and marked in no other way.
    /// https://docs.stripe.com/api/customer_sessions/create
    private static func element(maySave: Bool) -> FormField {
        let filters = ["always", "limited", "unspecified"].map { FormValue.text($0) }
        let features = [
            FormField("payment_method_redisplay", .text("enabled")),
            FormField("payment_method_allow_redisplay_filters", .list(filters)),
            FormField("payment_method_remove", .text("disabled")),
            FormField("payment_method_save", .text(maySave ? "enabled" : "disabled")),
        ]
        let element = [
            FormField("enabled", .yes), FormField("features", .fields(features)),
        ]
        return FormField("mobile_payment_element", .fields(element))
    }
}
