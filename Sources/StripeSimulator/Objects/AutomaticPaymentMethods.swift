/// Whether Stripe chooses the kinds of payment methods by the settings in its dashboard.
struct AutomaticPaymentMethods: Hashable {
    enum Redirects: String, CaseIterable {
        case always
        case never
    }

    var isEnabled: Bool
    var redirects: Redirects
}
