#if canImport(UIKit)
    import PayOnceClient
    import StripePaymentsUI
    import UIKit

    /// A card field and a Pay button: docs.stripe.com/payments/accept-a-payment-synchronously.
    final class CardFieldViewController: UIViewController {
        private let cardField = STPPaymentCardTextField()
        private let message = UILabel()
        private lazy var payButton = UIButton(
            configuration: .filled(),
            primaryAction: UIAction(title: "Pay") { [weak self] _ in self?.tapPay() }
        )
        private var checkout: Checkout?

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .systemBackground
            message.numberOfLines = 0
            layOut([cardField, payButton, message])
            do {
                let checkout = try Shop.checkout("card", over: self)
                self.checkout = checkout
                finishWhatWasLeft(checkout)
            } catch {
                // There is a checkout that cannot be read, and it may be of a payment.
                message.text = "Please look at your orders before you pay."
                payButton.isEnabled = false
            }
        }

        /// The app was killed during a payment: it is found out what came of it, before anything
        /// else.
        private func finishWhatWasLeft(_ checkout: Checkout) {
            payButton.isEnabled = false
            Task {
                if let outcome = await checkout.resume() { show(outcome) }
                payButton.isEnabled = await !checkout.record.isPaid
            }
        }

        private func tapPay() {
            guard let checkout else { return }
            payButton.isEnabled = false
            message.text = nil
            STPAPIClient.shared.createPaymentMethod(with: cardField.paymentMethodParams) {
                [weak self] method, error in
                guard let method else {
                    self?.message.text = error?.localizedDescription
                    self?.payButton.isEnabled = true
                    return
                }
                Task { await self?.pay(with: method.stripeId, checkout) }
            }
        }

        private func pay(with method: String, _ checkout: Checkout) async {
            let outcome = await checkout.pay(paymentMethodId: method) { progress in
                Task { @MainActor [weak self] in self?.show(progress) }
            }
            show(outcome)
            payButton.isEnabled = await !checkout.record.isPaid
        }

        private func show(_ progress: CheckoutProgress) {
            switch progress {
            case .sending, .confirming: message.text = "Paying…"
            case .challenge: message.text = "Your bank wants to know that it is you."
            case .waiting: message.text = "The connection is slow, just a moment…"
            }
        }

        /// Each end has its own screen in a real app.
        private func show(_ outcome: Outcome) {
            switch outcome {
            case .paid(let receipt): message.text = "Paid: \(receipt.paymentId ?? "")"
            case .declined, .expired: message.text = outcome.sentence
            case .canceled: message.text = outcome.sentence
            case .stillChecking: message.text = outcome.sentence
            case .refused: message.text = outcome.sentence
            }
        }

        private func layOut(_ views: [UIView]) {
            let stack = UIStackView(arrangedSubviews: views)
            stack.axis = .vertical
            stack.spacing = 16
            stack.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(stack)
            let margins = view.layoutMarginsGuide
            NSLayoutConstraint.activate([
                stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
            ])
        }
    }
#endif
