public import Payments

/// What the routes of the sheets ask beside the payment itself. None of it fails.
public protocol SheetUseCases: Sendable {
    /// What the SDK shows the saved cards of an intent's customer with.
    func access(
        to customer: StripeCustomerID,
        of caller: Caller,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess?
    /// The same for a customer of the shop, without an intent.
    func access(
        of reference: CustomerReference,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess?
}
