public import Payments

extension StripeProcessor: SheetKeys {
    public func sheetKey(
        _ kind: SheetKeyKind,
        of customer: StripeCustomerID,
        maySave: Bool,
        key: String,
        deadline: Duration
    ) async -> SheetAccess? {
        let request = SheetRequests(apiVersion: configuration.apiVersion)
            .request(kind, customer, maySave: maySave)
        guard let answer = await posted(request, key, deadline) else { return nil }
        return SheetTable.access(answer, kind, customer)
    }
}
