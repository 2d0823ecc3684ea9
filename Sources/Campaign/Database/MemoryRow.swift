import Payments

/// A row of `payments` with its steps. All moments are the database's.
struct MemoryRow {
    /// What does not change, and what does where it is no age.
    var payment: Payment
    var owner: InstanceID?
    var lookAt: Duration?
    var takeovers = 0
    var isOverdue = false
    /// The number of each step, by its name.
    var numbers: [Operation.Name: Int] = [.create: 1]
    var operationAt: Duration
    var operationBy: InstanceID
    var claimedAt: Duration
    var askedAt: Duration
    var changedAt: Duration
    var guardsHeldUntil: Duration?
    var events: [String] = ["claimed"]
    /// Every step that was made durable, oldest first.
    var steps: [Operation]
    /// When the work that it needs began.
    var workSince: Duration

    init(_ claim: Claim, amount: Payment, at now: Duration) {
        payment = amount
        owner = claim.instance
        operationAt = now
        operationBy = claim.instance
        claimedAt = now
        askedAt = now
        changedAt = now
        workSince = now
        steps = [amount.operation]
    }

    /// The payment as a reader sees it at `now`.
    func seen(at now: Duration, isLive: Bool) -> Payment {
        var seen = payment
        seen.owner = owner.map { .instance($0, isLive: isLive) } ?? .nobody
        seen.operation = Operation(
            name: payment.operation.name,
            number: payment.operation.number,
            request: payment.operation.request,
            age: max(now - operationAt, .zero),
            stripeTimeSeconds: payment.operation.stripeTimeSeconds
        )
        seen.times.sinceClaim = max(now - claimedAt, .zero)
        seen.times.sinceAsked = max(now - askedAt, .zero)
        seen.times.sinceChange = max(now - changedAt, .zero)
        return seen
    }

    /// Whether a guard may be taken from it.
    func hasLeft(_ kind: Guard.Kind, at now: Duration) -> Bool {
        let hasEnded =
            [.declined, .expired, .canceled].contains(payment.state)
            || payment.state == .succeeded && kind == .card
        return hasEnded && (guardsHeldUntil ?? now) <= now
    }

    /// The states that the recovery looks for.
    var isOpen: Bool {
        payment.state.needsWork || payment.state.waitsForPayer
    }
}
