#if canImport(UIKit)
    import PayOnceClient
    import StripePaymentsUI
    import UIKit

    /// The customer's saved cards; paying with one of them after its security code was typed again.
    final class SecurityCodeViewController: UITableViewController {
        private var cards: [SavedCard] = []
        private var checkout: Checkout?

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "card")
            Task { await load() }
        }

        private func load() async {
            do {
                let checkout = try Shop.checkout("saved-card", over: self)
                self.checkout = checkout
                if let outcome = await checkout.resume() { show(outcome) }
                cards = try await Shop.service.savedCards()
                tableView.reloadData()
            } catch {
                title = "Your cards cannot be shown now."
            }
        }

        // MARK: The list

        override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
            cards.count
        }

        override func tableView(
            _ table: UITableView,
            cellForRowAt place: IndexPath
        ) -> UITableViewCell {
            let cell = table.dequeueReusableCell(withIdentifier: "card", for: place)
            let card = cards[place.row]
            var content = cell.defaultContentConfiguration()
            content.text = "\(card.brand ?? "Card") ····\(card.last4 ?? "")"
            cell.contentConfiguration = content
            return cell
        }

        override func tableView(_ table: UITableView, didSelectRowAt place: IndexPath) {
            let card = cards[place.row]
            if card.requiresCvc == false {
                Task { await pay(card, nil) }
            } else {
                askForCode(of: card)
            }
        }

        override func tableView(
            _ table: UITableView,
            commit style: UITableViewCell.EditingStyle,
            forRowAt place: IndexPath
        ) {
            let card = cards[place.row]
            Task {
                do {
                    try await Shop.service.deleteCard(card.id)
                    cards.removeAll { $0.id == card.id }
                    tableView.reloadData()
                } catch {
                    title = "The card cannot be taken off now."
                }
            }
        }

        // MARK: The code

        private func askForCode(of card: SavedCard) {
            let alert = UIAlertController(
                title: "Security code",
                message: "Of your card ····\(card.last4 ?? "")",
                preferredStyle: .alert
            )
            alert.addTextField { field in
                field.keyboardType = .numberPad
                field.isSecureTextEntry = true
            }
            alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
            alert.addAction(
                UIAlertAction(title: "Pay", style: .default) { [weak self, weak alert] _ in
                    guard let code = alert?.textFields?.first?.text else { return }
                    self?.tokenize(code, for: card)
                }
            )
            present(alert, animated: true)
        }

        /// The code goes to Stripe; the shop gets a token, good for one purchase.
        private func tokenize(_ code: String, for card: SavedCard) {
            STPAPIClient.shared.createToken(forCVCUpdate: code) { [weak self] token, error in
                guard let token else {
                    self?.title = error?.localizedDescription
                    return
                }
                Task { await self?.pay(card, token.tokenId) }
            }
        }

        private func pay(_ card: SavedCard, _ token: String?) async {
            guard let checkout else { return }
            show(await checkout.pay(paymentMethodId: card.id, cvcToken: token))
        }

        private func show(_ outcome: Outcome) {
            switch outcome {
            case .paid: title = "Paid"
            case .declined(let why) where why.code == "incorrect_cvc":
                title = "The security code is wrong."
            case .declined, .expired, .canceled, .stillChecking, .refused: title = outcome.sentence
            }
        }
    }
#endif
