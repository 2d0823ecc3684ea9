/// Makes the secrets that an app's SDK wants for its sheets.
///
/// They charge nothing, end within the hour and are of no use to anybody but the app, so no row is
/// written before one is asked for: where an answer is lost, the next request gets another, and the
/// lost one ends by itself.
public protocol SheetKeys: Sendable {
    /// Asks once, under a key that is never used again.
    ///
    /// - Parameters:
    ///   - kind: which secret.
    ///   - customer: whose cards it shows.
    ///   - maySave: whether the sheet offers to keep a new card, which is of use to somebody only
    ///     who comes back as the same customer.
    ///   - key: the Idempotency-Key.
    ///   - deadline: when to stop waiting.
    /// - Returns: `nil` where there is none to be had now.
    func sheetKey(
        _ kind: SheetKeyKind,
        of customer: StripeCustomerID,
        maySave: Bool,
        key: String,
        deadline: Duration
    ) async -> SheetAccess?
}
