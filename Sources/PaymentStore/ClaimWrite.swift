import Money
import Payments
import Postgres

/// A claim on its way to the database.
struct ClaimWrite: Sendable {
    let claim: Claim
    let token: Int64

    /// What no other claim of the same group may touch: two claims of one guard in one statement
    /// would both find it free.
    var conflicts: [ConflictKey] {
        [ConflictKey(kind: "payment", claim.payment.description)]
            + claim.guards.map { ConflictKey(kind: $0.wanted.kind.rawValue, $0.wanted.key) }
    }

    /// The guards as the first event tells them: `kind:key`, with a space between.
    var guardsText: String {
        claim.guards.map { "\($0.wanted.kind.rawValue):\($0.wanted.key)" }.joined(separator: " ")
    }

    /// The payment as this write leaves it.
    var payment: Payment {
        Payment(
            id: claim.payment,
            state: .creating,
            fence: 1,
            owner: .instance(claim.instance, isLive: true),
            purchase: claim.purchase,
            fingerprint: claim.fingerprint,
            amount: Amount(
                minorUnits: claim.amountMinorUnits,
                currency: claim.purchase.currency
            ),
            method: claim.method,
            presentation: claim.presentation,
            card: claim.card,
            origin: claim.origin,
            operation: Operation(
                name: .create,
                number: 1,
                request: claim.operation,
                age: .zero,
                stripeTimeSeconds: claim.stripeSeconds
            ),
            times: Times(
                sinceClaim: .zero,
                sinceAsked: .zero,
                sinceChange: .zero,
                claimStripeSeconds: claim.stripeSeconds,
                actionStripeSeconds: nil
            )
        )
    }
}
