import Foundation

/// The sheets of Stripe's SDKs confirm by themselves, or through a handler of the app. The checkout
/// gives them an intent under its key, always the same while that is open, and finds out in the end
/// what has come of it: `settleSheet`. One checkout uses one way of paying, not two.
extension Checkout {
    /// For `PaymentSheet`. With an `apiVersion` it asks for an ephemeral key, for SDKs that know no
    /// customer sessions.
    public func paymentSheet(
        apiVersion: String? = nil
    ) async throws(ServiceError) -> PaymentSheetSecrets {
        record.beginAnewIfEnded()
        var body = SheetBody(record.purchase)
        body.apiVersion = apiVersion
        body.customerKeyType = apiVersion == nil ? nil : "legacy_ephemeral_key"
        let call = HTTPCall.post("/payment-sheet", body, key: record.key)
        let secrets = try await service.ask(call, for: PaymentSheetSecrets.self)
        try await hand(secrets.paymentIntent, secrets.paymentId)
        return secrets
    }

    /// For `EmbeddedPaymentElement` and `PaymentSheet.FlowController`, where the app confirms.
    public func createIntent(
        requiresCVC: Bool = false
    ) async throws(ServiceError) -> EmbeddedIntent {
        record.beginAnewIfEnded()
        var body = SheetBody(record.purchase)
        body.requireCvcRecollection = requiresCVC ? true : nil
        let call = HTTPCall.post("/create-intent", body, key: record.key)
        let intent = try await service.ask(call, for: EmbeddedIntent.self)
        try await hand(intent.clientSecret, intent.paymentId)
        return intent
    }

    /// For a sheet's confirm handler that lets the server confirm.
    public func confirmIntent(
        paymentMethodId: String,
        progress: @escaping @Sendable (CheckoutProgress) -> Void = { _ in }
    ) async -> SheetConfirmation {
        let outcome = await confirm(with: paymentMethodId, progress)
        guard case .stillChecking(let doubt) = outcome, case .inSheet(let secret) = doubt.reason
        else { return .problem(outcome) }
        return .goOn(clientSecret: secret)
    }

    /// From here on the sheet can charge without us, so the record says so first.
    private func hand(_ secret: Secret, _ paymentId: String?) async throws(ServiceError) {
        guard let intent = secret.intent else { throw .unreadable }
        record.open(sheetFor: intent, paymentId, at: service.timepiece.now())
        guard await keep(.sent) else { throw .notKept }
    }
}

/// What a confirm handler hands on.
public enum SheetConfirmation: Hashable, Sendable {
    /// The server has confirmed. The SDK shows the challenge where there is one; when the sheet is
    /// through, `Checkout.settleSheet` says what came of it.
    case goOn(clientSecret: Secret)
    /// For the SDK an error, whose text is `Outcome.sentence`.
    case problem(Outcome)
}

/// What `PaymentSheet` is made from.
public struct PaymentSheetSecrets: Decodable, Hashable, Sendable {
    /// The PaymentIntent's client secret.
    public var paymentIntent: Secret
    public var customer: String
    /// Where the shop uses Stripe's Accounts v2.
    public var customerAccount: String?
    public var customerSessionClientSecret: Secret?
    /// In place of the session, where it was asked for.
    public var ephemeralKey: Secret?
    public var publishableKey: String
    public var paymentId: String?
    public var amount: Int64?
    public var currency: String?
}

/// What a confirm handler of the embedded element returns.
public struct EmbeddedIntent: Decodable, Hashable, Sendable {
    public var clientSecret: Secret
    public var paymentId: String?
    public var paymentIntentId: String?
    public var amount: Int64?
    public var currency: String?
}

extension Secret {
    /// The intent that a client secret belongs to.
    var intent: String? {
        let parts = reveal().components(separatedBy: "_secret_")
        return parts.count == 2 ? parts.first : nil
    }
}
