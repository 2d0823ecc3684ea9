/// What an app's sheet needs beside its intent: a secret to show a customer's saved cards with.
public struct Sheets: Sendable {
    private let wallet: Wallet
    private let keys: any SheetKeys
    /// Never twice the same.
    private let newName: @Sendable () -> String

    public init(
        wallet: Wallet,
        keys: any SheetKeys,
        newName: @escaping @Sendable () -> String
    ) {
        self.wallet = wallet
        self.keys = keys
        self.newName = newName
    }

    /// For the customer of an intent that was just opened.
    ///
    /// - Returns: `nil` where there is none to be had now.
    public func access(
        to customer: StripeCustomerID,
        of caller: Caller,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess? {
        await keys.sheetKey(
            kind,
            of: customer,
            maySave: caller != .guest,
            key: "payonce-sheet-\(newName())",
            deadline: deadline
        )
    }

    /// For a customer of the shop, who is made known to Stripe where that has not been done.
    ///
    /// - Returns: `nil` where there is none to be had now.
    public func access(
        of reference: CustomerReference,
        by kind: SheetKeyKind,
        until deadline: Duration
    ) async -> SheetAccess? {
        guard let customer = await wallet.customer(for: reference, until: deadline) else {
            return nil
        }
        return await access(to: customer, of: .customer(reference), by: kind, until: deadline)
    }
}
