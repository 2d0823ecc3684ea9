#if canImport(UIKit)
    import PayOnceClient
    import StripePaymentSheet
    import UIKit

    /// Stripe's embedded element in the app's own screen:
    /// docs.stripe.com/payments/accept-a-payment?platform=ios&ui=embedded.
    final class EmbeddedElementViewController: UIViewController {
        private let scrollView = UIScrollView()
        private let stack = UIStackView()
        private let message = UILabel()
        private lazy var payButton = UIButton(
            configuration: .filled(),
            primaryAction: UIAction(title: "Pay") { [weak self] _ in self?.tapPay() }
        )
        private var element: EmbeddedPaymentElement?
        private var checkout: Checkout?
        private var quote: Quote?

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .systemBackground
            layOut()
            payButton.isEnabled = false
            Task { await open() }
        }

        private func open() async {
            do {
                let checkout = try Shop.checkout("element", over: self)
                self.checkout = checkout
                if let outcome = await checkout.resume(), case .paid = outcome {
                    show(outcome)
                    return
                }
                // The element shows the amount; what is charged, the service knows.
                let quote = try await Shop.service.quote(await checkout.record.purchase)
                let element = try await EmbeddedPaymentElement.create(
                    intentConfiguration: intent(for: quote),
                    configuration: configuration
                )
                element.presentingViewController = self
                element.delegate = self
                stack.insertArrangedSubview(element.view, at: 0)
                self.element = element
                self.quote = quote
            } catch {
                message.text = "The shop does not answer. Please try again."
            }
        }

        private var configuration: EmbeddedPaymentElement.Configuration {
            var configuration = EmbeddedPaymentElement.Configuration()
            configuration.returnURL = Shop.returnURL
            return configuration
        }

        // MARK: The amount

        private func intent(for quote: Quote) -> PaymentSheet.IntentConfiguration {
            PaymentSheet.IntentConfiguration(
                mode: .payment(amount: Int(quote.amount), currency: quote.currency)
            ) { [weak self] _, _, callback in
                Task { await self?.confirm(callback) }
            }
        }

        /// The cart has changed: another purchase, and with it another checkout. What the element
        /// has got for the one before is taken back first.
        func update(to purchase: Purchase) async {
            if let outcome = await checkout?.cancel(), outcome != .canceled(.byCustomer) {
                show(outcome)
                return
            }
            do {
                let quote = try await Shop.service.quote(purchase)
                switch await element?.update(intentConfiguration: intent(for: quote)) {
                case .canceled, nil: break  // A later update is under way.
                case .failed(let error): message.text = error.localizedDescription
                case .succeeded:
                    checkout = try Shop.checkout("element", for: purchase, over: self)
                    self.quote = quote
                    payButton.isEnabled = element?.paymentOption != nil
                }
            } catch {
                message.text = "The shop does not answer. Please try again."
            }
        }

        /// The customer takes another way to pay, outside of the element.
        func clear() { element?.clearPaymentOption() }

        // MARK: Paying

        private func tapPay() {
            guard let element, let checkout else { return }
            view.isUserInteractionEnabled = false
            Task {
                let result = await element.confirm()
                view.isUserInteractionEnabled = true
                // Nothing was begun where the handler was not reached.
                if let outcome = await checkout.settleSheet() {
                    show(outcome)
                } else if case .failed(let error) = result {
                    message.text = error.localizedDescription
                }
            }
        }

        /// The element asks for an intent. It is the same one, however often it asks, until it is
        /// paid.
        private func confirm(_ callback: @escaping (Result<String, any Error>) -> Void) async {
            guard let checkout else { return }
            do {
                callback(.success(try await checkout.createIntent().clientSecret.reveal()))
            } catch {
                callback(.failure(error))
            }
        }

        private func show(_ outcome: Outcome) {
            switch outcome {
            case .paid: message.text = "Your order is confirmed."
            case .canceled(.byCustomer), .canceled(.unfinished): break
            case .declined, .expired, .canceled(.byService), .stillChecking, .refused:
                message.text = outcome.sentence
            }
        }

        private func layOut() {
            stack.axis = .vertical
            stack.spacing = 8
            message.numberOfLines = 0
            for part in [payButton, message] { stack.addArrangedSubview(part) }
            view.addSubview(scrollView)
            scrollView.addSubview(stack)
            for part in [scrollView, stack] {
                part.translatesAutoresizingMaskIntoConstraints = false
            }
            let safe = view.safeAreaLayoutGuide
            let content = scrollView.contentLayoutGuide
            NSLayoutConstraint.activate([
                scrollView.topAnchor.constraint(equalTo: safe.topAnchor),
                scrollView.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
                scrollView.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
                scrollView.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
                stack.topAnchor.constraint(equalTo: content.topAnchor),
                stack.bottomAnchor.constraint(equalTo: content.bottomAnchor),
                stack.leadingAnchor.constraint(equalTo: content.leadingAnchor),
                stack.trailingAnchor.constraint(equalTo: content.trailingAnchor),
                stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
            ])
        }
    }

    extension EmbeddedElementViewController: EmbeddedPaymentElementDelegate {
        /// Called inside the animation of the height, so that the screen moves with it.
        func embeddedPaymentElementDidUpdateHeight(
            embeddedPaymentElement: EmbeddedPaymentElement
        ) {
            scrollView.setNeedsLayout()
            scrollView.layoutIfNeeded()
        }

        func embeddedPaymentElementDidUpdatePaymentOption(
            embeddedPaymentElement: EmbeddedPaymentElement
        ) {
            payButton.isEnabled = embeddedPaymentElement.paymentOption != nil
        }
    }
#endif
