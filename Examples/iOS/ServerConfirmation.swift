#if canImport(UIKit)
    import PayOnceClient
    import StripePaymentSheet

    /// A confirm handler that lets the server confirm, for `PaymentSheet.FlowController` and the
    /// embedded element alike. Afterwards `Checkout.settleSheet` says what came of it.
    struct ServerConfirmation: Sendable {
        let checkout: Checkout

        func intentConfiguration(for quote: Quote) -> PaymentSheet.IntentConfiguration {
            PaymentSheet.IntentConfiguration(
                mode: .payment(amount: Int(quote.amount), currency: quote.currency)
            ) { method, _, callback in
                Task {
                    switch await checkout.confirmIntent(paymentMethodId: method.stripeId) {
                    case .goOn(let secret): callback(.success(secret.reveal()))
                    case .problem(let outcome): callback(.failure(NotConfirmed(outcome)))
                    }
                }
            }
        }
    }

    /// The sheet shows `errorDescription` under its button.
    struct NotConfirmed: LocalizedError {
        let errorDescription: String?

        init(_ outcome: Outcome) { errorDescription = outcome.sentence }
    }
#endif
