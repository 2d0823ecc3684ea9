/// A try to pay that was sent to the customer.
struct OpenAttempt: Hashable {
    let method: String
    /// When the server confirmed. With manual confirmation the attempt lives an hour from then on.
    let startedAt: Int64
    let isFrictionless: Bool
    /// Whether a security code came with it.
    let hasCVC: Bool
    var isAuthenticated = false
}
