import JSON
import Payments

/// What an answer about a sheet's secret means: it is there, or it is not.
enum SheetTable {
    static func access(
        _ answer: StripeAnswer,
        _ kind: SheetKeyKind,
        _ customer: StripeCustomerID
    ) -> SheetAccess? {
        guard (200..<300).contains(answer.status), let content = answer.content else { return nil }
        let name =
            switch kind {
            case .customerSession: "client_secret"
            case .ephemeralKey: "secret"
            }
        guard let secret = content[name]?.string.flatMap(SheetSecret.init) else { return nil }
        return SheetAccess(
            customer: customer,
            secret: secret,
            kind: kind,
            account: content["customer_account"]?.string
        )
    }
}
