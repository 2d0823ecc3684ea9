import API
import Payments

/// Gives out secrets, or none, and remembers for whom.
actor ScriptedSheets: SheetUseCases {
    enum Call: Hashable {
        case intent(StripeCustomerID, Caller, SheetKeyKind)
        case customer(CustomerReference, SheetKeyKind)
    }

    private(set) var calls: [Call] = []
    private var isAway = false

    func goAway() { isAway = true }

    func access(
        to customer: StripeCustomerID,
        of caller: Caller,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess? {
        calls.append(.intent(customer, caller, kind))
        return access(to: customer, by: kind)
    }

    func access(
        of reference: CustomerReference,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess? {
        calls.append(.customer(reference, kind))
        return StripeCustomerID("cus_PqR7").flatMap { access(to: $0, by: kind) }
    }

    private func access(to customer: StripeCustomerID, by kind: SheetKeyKind) -> SheetAccess? {
        guard !isAway, let secret = SheetSecret("a-secret-of-stripe") else { return nil }
        return SheetAccess(customer: customer, secret: secret, kind: kind, account: "acct_1")
    }
}
