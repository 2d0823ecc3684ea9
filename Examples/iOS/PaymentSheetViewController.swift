#if canImport(UIKit)
    import PayOnceClient
    import StripePaymentSheet
    import UIKit

    /// Stripe's payment sheet, with the customer's saved cards:
    /// docs.stripe.com/payments/save-during-payment?platform=ios.
    final class PaymentSheetViewController: UIViewController {
        @IBOutlet private var checkoutButton: UIButton!
        @IBOutlet private var message: UILabel!
        private var sheet: PaymentSheet?
        private var checkout: Checkout?

        override func viewDidLoad() {
            super.viewDidLoad()
            checkoutButton.addAction(
                UIAction { [weak self] _ in self?.present() },
                for: .touchUpInside
            )
            checkoutButton.isEnabled = false
            Task { await open() }
        }

        private func open() async {
            do {
                let checkout = try Shop.checkout("sheet", over: self)
                self.checkout = checkout
                // The sheet of an earlier run of the app may have paid.
                if let outcome = await checkout.resume(), case .paid = outcome {
                    show(outcome)
                    return
                }
                sheet = makeSheet(try await checkout.paymentSheet())
                checkoutButton.isEnabled = true
            } catch {
                message.text = "The shop does not answer. Please try again."
            }
        }

        private func makeSheet(_ secrets: PaymentSheetSecrets) -> PaymentSheet {
            STPAPIClient.shared.publishableKey = secrets.publishableKey
            var configuration = PaymentSheet.Configuration()
            configuration.merchantDisplayName = "Example, Inc."
            configuration.returnURL = Shop.returnURL
            if let session = secrets.customerSessionClientSecret {
                configuration.customer = .init(
                    id: secrets.customer,
                    customerSessionClientSecret: session.reveal()
                )
            }
            return PaymentSheet(
                paymentIntentClientSecret: secrets.paymentIntent.reveal(),
                configuration: configuration
            )
        }

        /// What the sheet says is a hint. What came of it, the service is asked, and it is the
        /// shop's word that the customer is shown.
        private func present() {
            guard let sheet, let checkout else { return }
            checkoutButton.isEnabled = false
            sheet.present(from: self) { [weak self] _ in
                Task {
                    guard let outcome = await checkout.settleSheet() else { return }
                    self?.show(outcome)
                }
            }
        }

        private func show(_ outcome: Outcome) {
            switch outcome {
            case .paid: message.text = "Your order is confirmed."
            case .canceled(.byCustomer), .canceled(.unfinished): checkoutButton.isEnabled = true
            case .declined, .expired, .canceled(.byService), .stillChecking, .refused:
                message.text = outcome.sentence
            }
        }
    }
#endif
