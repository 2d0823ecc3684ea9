import Payments

/// First calls that were let through lately. A repeat of one asks for a payment that exists, and an
/// existing payment is answered whatever a limit says.
struct RecentCalls {
    /// What a repeat has in common with its original, as far as it leads to the same payment for
    /// certain: the payment method, which is used once. A test name is a new card at each use, and
    /// stands for the same payment only together with a key or an order.
    private struct Identity: Hashable {
        let method: PaymentMethodID
        let key: IdempotencyKey?
        let order: OrderID?

        init?(_ request: PayRequest) {
            method = request.method
            key = method.isTestName ? request.key : nil
            order = method.isTestName ? request.order : nil
            if method.isTestName, key == nil, order == nil { return nil }
        }
    }

    private var newer: Set<Identity> = []
    private var older: Set<Identity> = []
    private var turnedAt: Duration = .zero

    /// After twice that long a customer is not repeating any more. Two halves, so that forgetting
    /// is one assignment.
    static let halfLife: Duration = .seconds(900)
    /// Some 10 MB for both halves.
    static let mostInHalf = 32_768

    mutating func contains(_ request: PayRequest, at now: Duration) -> Bool {
        turn(now)
        guard let identity = Identity(request) else { return false }
        return newer.contains(identity) || older.contains(identity)
    }

    mutating func insert(_ request: PayRequest, at now: Duration) {
        turn(now)
        if let identity = Identity(request) { newer.insert(identity) }
    }

    private mutating func turn(_ now: Duration) {
        guard now - turnedAt >= RecentCalls.halfLife || newer.count >= RecentCalls.mostInHalf
        else { return }
        older = now - turnedAt >= RecentCalls.halfLife * 2 ? [] : newer
        newer = []
        turnedAt = now
    }
}
