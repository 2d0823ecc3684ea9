public import Payments

extension Oracle {
    /// A charge names the one customer at Stripe that its shopper is, or none. Who was deleted
    /// there is another one afterwards, and a guest's sheet has a customer of its own.
    func checkCustomer(of charge: MemoryStripe.Charge, _ shopper: Shopper) {
        guard let named = charge.customer else { return }
        guard let reference = shopper.customer else { return checkGuest(of: charge, shopper) }
        let names = world.database.names(of: reference)
        if !names.contains(where: { $0.description == named }) {
            violate(.ownCards, "\(shopper) is \(names), not \(named)")
        }
        if names.count(where: { !world.stripe.deletedCustomers.contains($0) }) > 1 {
            violate(.ownCards, "\(shopper) is more than one: \(names)")
        }
    }

    /// The customer that a guest's sheet has at Stripe is that payment's alone.
    private func checkGuest(of charge: MemoryStripe.Charge, _ shopper: Shopper) {
        let payment = PaymentID(charge.payment).flatMap { world.database.rows[$0]?.payment }
        let isShared = world.stripe.book.contains {
            $0.customer == charge.customer && $0.payment != charge.payment
        }
        if payment?.purchase.flow != .appConfirmed || isShared {
            violate(.ownCards, "\(shopper) is nobody, not \(charge.customer ?? "nobody")")
        }
    }

    /// What a customer is shown when all is over: the cards that Stripe has of them, be it that the
    /// service was told of each or not.
    public func checkCards(_ answer: CardsAnswer?, of customer: CustomerReference) {
        let name = world.database.creation(of: customer)?.customer
        let attached = name.map(world.stripe.cards) ?? []
        if answer != .cards(attached) {
            let shown = answer.map { "\($0)" } ?? "nothing"
            violate(.ownCards, "\(customer) is shown \(shown), Stripe has \(attached)")
        }
    }

    /// A purchase that was to save its card has, if it was paid, and if nobody took the card off
    /// since.
    public func checkSaved(_ shopper: Shopper, _ removal: Removal) {
        guard shopper.keeping == .saves, let customer = shopper.customer else { return }
        let name = world.database.creation(of: customer)?.customer
        for charge in world.stripe.book where shopper.pays(charge) {
            guard let method = PaymentMethodID(charge.method) else { continue }
            let owner = world.stripe.owners[method]
            // It is the first card that is taken off, if any is.
            let isRight =
                switch method == shopper.methods[0] ? removal : .notWanted {
                case .notWanted: owner != nil && owner == name
                case .wanted: owner == nil || owner == name
                case .told: owner == nil
                }
            if !isRight {
                violate(.ownCards, "\(method) of \(shopper) is \(owner?.description ?? "nobody")'s")
            }
        }
    }
}

/// What became of a customer's wish that a card be taken off.
public enum Removal: Sendable {
    case notWanted
    /// Nobody said whether it was done.
    case wanted
    case told
}
