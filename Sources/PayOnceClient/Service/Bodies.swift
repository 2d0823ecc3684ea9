/// The members of the first call.
struct PayBody: Encodable {
    var paymentMethodId: String?
    var cvcToken: String?
    var items: [Purchase.Item]?
    var currency: String?
    var orderId: String?
    var useStripeSdk: Bool
    var savePaymentMethod: Bool?
    var consent: String?
    var returnUrl: String?

    init(_ purchase: Purchase, _ card: CheckoutRecord.Card?) {
        paymentMethodId = card?.paymentMethodId
        cvcToken = card?.cvcToken
        items = purchase.items.isEmpty ? nil : purchase.items
        currency = purchase.currency
        orderId = purchase.orderId
        useStripeSdk = purchase.usesStripeSDK
        savePaymentMethod = purchase.savesCard ? true : nil
        consent = purchase.savesCard ? purchase.consent : nil
        returnUrl = purchase.returnURL
    }
}

/// What all sheets send.
struct SheetBody: Encodable {
    var items: [Purchase.Item]?
    var currency: String?
    var orderId: String?
    var savePaymentMethod: Bool?
    var consent: String?
    /// Of the confirm handler alone.
    var paymentMethodId: String?
    var returnUrl: String?
    /// Of the payment sheet alone.
    var customerKeyType: String?
    var apiVersion: String?
    /// Of the embedded element alone.
    var requireCvcRecollection: Bool?

    init(_ purchase: Purchase, _ card: CheckoutRecord.Card? = nil) {
        items = purchase.items.isEmpty ? nil : purchase.items
        currency = purchase.currency
        orderId = purchase.orderId
        savePaymentMethod = purchase.savesCard ? true : nil
        consent = purchase.savesCard ? purchase.consent : nil
        paymentMethodId = card?.paymentMethodId
        returnUrl = card == nil ? nil : purchase.returnURL
    }
}
