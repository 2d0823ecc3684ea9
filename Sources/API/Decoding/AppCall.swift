import HTTPServer
import Payments

/// A request of an app that pays with a sheet of Stripe's, understood.
struct AppCall: Hashable {
    let request: PayRequest
    /// By what the sheet shows saved cards.
    let key: SheetKeyKind

    /// What every such call is read from.
    struct Source {
        let request: HTTPRequest
        let credentials: Credentials
        let defaults: PurchaseDefaults
        /// A digest of where it came from.
        let origin: String
        /// Stands for a checkout that has no name: there is nothing by which two of them could be
        /// told to be one, and nobody is charged by opening the second.
        let newName: String
    }

    /// Decodes the body of `/payment-sheet`.
    ///
    /// - Parameter source: the request and what belongs to it.
    /// - Throws: what is wrong with it.
    init(sheet source: Source) throws(RequestFault) {
        let fields = try BodyFields(source.request, mayBeEmpty: true)
        key = try fields.sheetKeyKind()
        request = try AppCall.opening(fields, source, AppWishes(makesGuestCustomer: true))
    }

    /// Decodes the body of `/create-intent`.
    ///
    /// - Parameter source: the request and what belongs to it.
    /// - Throws: what is wrong with it.
    init(intent source: Source) throws(RequestFault) {
        let fields = try BodyFields(source.request, mayBeEmpty: true)
        key = .customerSession
        let wishes = AppWishes(recollectsCVC: try fields.recollectsCVC())
        request = try AppCall.opening(fields, source, wishes)
    }

    /// Decodes the body of `/confirm-intent`. The SDK shows the challenge, so it is always told so.
    ///
    /// - Parameter source: the request and what belongs to it.
    /// - Throws: what is wrong with it.
    init(confirmation source: Source) throws(RequestFault) {
        let fields = try BodyFields(source.request, takesSnakeCase: true)
        key = .customerSession
        guard let method = try fields.paymentMethod() else {
            throw .malformed("paymentMethodId is missing.")
        }
        let saving = try fields.savingOfSheet()
        request = PayRequest(
            caller: try AppCall.caller(source, saving),
            key: try source.credentials.idempotencyKey(),
            order: try fields.order(),
            cart: try fields.cart() ?? source.defaults.cart,
            currency: try fields.currency() ?? source.defaults.currency,
            flow: .appConfirmed,
            method: method,
            presentation: Presentation(usesStripeSDK: true, returnURL: try fields.returnURL()),
            card: CardUse(saving: saving),
            origin: source.origin
        )
    }

    private static func opening(
        _ fields: BodyFields,
        _ source: Source,
        _ wishes: AppWishes
    ) throws(RequestFault) -> PayRequest {
        let saving = try fields.saving()
        let order = try fields.order()
        let key = try source.credentials.idempotencyKey()
        return PayRequest(
            caller: try caller(source, saving),
            key: key == nil && order == nil ? IdempotencyKey(source.newName) : key,
            order: order,
            cart: try fields.cart() ?? source.defaults.cart,
            currency: try fields.currency() ?? source.defaults.currency,
            flow: .appConfirmed,
            method: nil,
            presentation: Presentation(usesStripeSDK: false, returnURL: nil),
            card: CardUse(saving: saving),
            wishes: wishes,
            origin: source.origin
        )
    }

    /// Only a customer who is signed in has cards to save.
    private static func caller(
        _ source: Source,
        _ saving: Saving?
    ) throws(RequestFault) -> Caller {
        let caller = try source.credentials.caller()
        guard caller != .guest || saving == nil else { throw .tokenRequired }
        return caller
    }
}
