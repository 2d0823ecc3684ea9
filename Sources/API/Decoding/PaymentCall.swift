import HTTPServer
import Payments

/// A request to `/pay`, understood: which of the two calls it is, and in which words to answer.
struct PaymentCall: Hashable {
    indirect enum Asked: Hashable {
        case first(PayRequest)
        case second(SecondCall)
    }

    let asked: Asked
    let dialect: Dialect

    /// Decodes the body of `/pay`.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - credentials: what its headers prove.
    ///   - defaults: what is bought where the body does not say.
    ///   - origin: a digest of where it came from.
    /// - Throws: what is wrong with it, or with whom it says to come from.
    @inline(never)  // See `PaymentEndpoints`.
    init(
        _ request: HTTPRequest,
        _ credentials: Credentials,
        defaults: PurchaseDefaults,
        origin: String
    ) throws(RequestFault) {
        let fields = try BodyFields(request)
        dialect = fields.usesSnakeCase ? .snakeCase : .camelCase
        let method = try fields.paymentMethod()
        if let intent = try fields.paymentIntent() {
            guard method == nil else { throw .malformed(PaymentCall.wrongNumberOfIDs) }
            asked = .second(try PaymentCall.second(intent, fields, credentials))
        } else {
            asked = .first(
                try PaymentCall.first(method, fields, credentials, defaults, origin)
            )
        }
    }

    /// Decodes the body of `/charge-card-off-session`: the second call and nothing else. What else
    /// clients send there asks to charge whoever has an e-mail address.
    @inline(never)  // See `PaymentEndpoints`.
    init(offSession request: HTTPRequest, _ credentials: Credentials) throws(RequestFault) {
        let fields = try BodyFields(request)
        guard fields.holdsOnly(BodyField.paymentIntentID.name),
            let intent = try fields.paymentIntent()
        else { throw .malformed("the body must be exactly {\"paymentIntentId\": \"pi_...\"}.") }
        asked = .second(try PaymentCall.second(intent, fields, credentials))
        dialect = .offSession
    }

    private static let wrongNumberOfIDs = """
        send either paymentMethodId (to pay) or paymentIntentId (after authentication), \
        not both.
        """

    private static func first(
        _ method: PaymentMethodID?,
        _ fields: BodyFields,
        _ credentials: Credentials,
        _ defaults: PurchaseDefaults,
        _ origin: String
    ) throws(RequestFault) -> PayRequest {
        let cart = try fields.cart() ?? defaults.cart
        let currency = try fields.currency() ?? defaults.currency
        let order = try fields.order()
        let presentation = try fields.presentation()
        let saving = try fields.saving()
        let cvcToken = try fields.cvcToken()
        let key = try credentials.idempotencyKey()
        let caller = try credentials.caller()
        // Only a customer who is signed in has saved cards.
        let asksForSavedCards = saving != nil || cvcToken != nil
        guard caller != .guest || !asksForSavedCards else { throw .tokenRequired }
        // With a security code alone it is the customer's only saved card.
        guard method != nil || cvcToken != nil else {
            throw .malformed(
                "paymentMethodId (to pay) or paymentIntentId (after authentication) is missing."
            )
        }
        return PayRequest(
            caller: caller,
            key: key,
            order: order,
            cart: cart,
            currency: currency,
            method: method,
            presentation: presentation,
            card: CardUse(saving: saving),
            cvcToken: cvcToken,
            origin: origin
        )
    }

    /// The other fields are ignored, and so is the key: the intent says everything.
    private static func second(
        _ intent: PaymentIntentID,
        _ fields: BodyFields,
        _ credentials: Credentials
    ) throws(RequestFault) -> SecondCall {
        SecondCall(
            caller: try credentials.caller(),
            intent: intent,
            secret: try credentials.clientSecret(),
            cart: try fields.cart(),
            currency: try fields.currency(),
            order: try fields.order(),
            presentation: presentation(in: fields)
        )
    }

    /// Wanted only where the shop made the first call. Beside an intent other fields are ignored,
    /// so that one which cannot be used is as good as none.
    private static func presentation(in fields: BodyFields) -> Presentation {
        do throws(RequestFault) {
            return try fields.presentation()
        } catch {
            return Presentation(usesStripeSDK: false, returnURL: nil)
        }
    }
}
