// The cards of a customer: looked up, listed, taken off, remembered.

extension Wallet {
    /// How long a look at Stripe may take that a request waits for.
    private static let lookTimeout: Duration = .seconds(20)

    /// Which card a request of this customer is to charge. `method` is as the request names it,
    /// `nil` where it means the only saved one; who has no name at Stripe has no saved card.
    func choice(
        of method: PaymentMethodID?,
        by reference: CustomerReference,
        _ customer: StripeCustomerID?,
        until deadline: Duration
    ) async throws(StoreFailure) -> CardChoice {
        guard let method else { return await onlyCard(of: reference, customer, until: deadline) }
        if method.isTestName { return .unsaved(method) }
        if let card = try await directory.savedCard(method) {
            // Somebody else's card does not exist, and neither does one that was taken off.
            return card.owner == reference && !card.isRemoved ? .saved(card.facts) : .notFound
        }
        guard let customer else { return .unsaved(method) }
        // A card that this service has not seen yet: of a payment whose last write was lost, or
        // saved by other means.
        switch await vault.card(of: method, deadline: deadline) {
        case .value(let facts, _):
            guard let owner = facts.customer else { return .unsaved(method) }
            guard owner == customer else { return .notFound }
            await remember([facts], of: reference, savedBy: nil)
            return .saved(facts)
        // Stripe will refuse it, and its word is the answer.
        case .notFound: return .unsaved(method)
        case .unavailable: return .unavailable
        }
    }

    private func onlyCard(
        of reference: CustomerReference,
        _ customer: StripeCustomerID?,
        until deadline: Duration
    ) async -> CardChoice {
        guard let customer else { return .notOne }
        switch await vault.cards(of: customer, deadline: deadline) {
        case .value(let cards, _):
            guard cards.count == 1 else { return .notOne }
            return .saved(cards[0])
        case .notFound:
            _ = await wasRefused(customer, of: reference, until: deadline)
            return .notOne
        case .unavailable: return .unavailable
        }
    }

    /// The saved cards of a customer, as Stripe has them.
    public func cards(of reference: CustomerReference, at now: Duration) async -> CardsAnswer {
        do throws(StoreFailure) {
            guard let customer = try await known(reference) else { return .cards([]) }
            // Read before Stripe is asked: what is saved in between is not missing from its list.
            let before = try await directory.savedCards(of: reference)
            switch await vault.cards(of: customer, deadline: now + Wallet.lookTimeout) {
            case .value(let cards, _):
                await adopt(cards, of: reference, before: before)
                return .cards(cards)
            case .notFound:
                let deadline = time.now + Wallet.lookTimeout
                _ = await wasRefused(customer, of: reference, until: deadline)
                return .cards([])
            case .unavailable: return .unavailable
            }
        } catch {
            return .unavailable
        }
    }

    /// Takes a card off its customer. Once it is off, the same again is the same answer.
    public func remove(
        _ method: PaymentMethodID,
        of reference: CustomerReference,
        at now: Duration
    ) async -> RemovalAnswer {
        let deadline = now + Wallet.lookTimeout
        do throws(StoreFailure) {
            switch try await ownership(of: method, reference, until: deadline) {
            case .removed: return .removed
            case .notFound: return .notFound
            case .unavailable: return .unavailable
            case .own:
                guard await detach(method, until: deadline) else { return .unavailable }
                try await directory.remove(method)
                return .removed
            }
        } catch {
            return .unavailable
        }
    }

    /// A payment that was to save its card has succeeded. The payment stands whatever comes of
    /// this; a card that is missed here is learnt when the customer's cards are next looked at.
    func remember(_ method: PaymentMethodID, savedBy payment: Payment) async {
        guard case .customer(let reference) = payment.purchase.caller else { return }
        let reply = await vault.card(of: method, deadline: time.now + Wallet.lookTimeout)
        guard case .value(let facts, _) = reply, let customer = payment.card.customer,
            facts.customer == customer
        else { return }
        await remember([facts], of: reference, savedBy: payment.id)
    }

    // MARK: What is so here

    private func remember(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        savedBy payment: PaymentID?
    ) async {
        do throws(StoreFailure) {
            try await directory.learn(cards, of: reference, savedBy: payment)
        } catch {
            // Stripe still knows it, and is asked again.
        }
    }

    /// Makes the rows agree with Stripe's list.
    private func adopt(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        before known: [SavedCard]
    ) async {
        do throws(StoreFailure) {
            let news = cards.filter { card in !known.contains { $0.facts == card } }
            if !news.isEmpty { try await directory.learn(news, of: reference, savedBy: nil) }
            let listed = Set(cards.map(\.method))
            for card in known where !listed.contains(card.facts.method) {
                try await directory.remove(card.facts.method)
            }
        } catch {
            // The list that was asked for stands.
        }
    }

    private enum Owned {
        case own, removed, notFound, unavailable
    }

    private func ownership(
        of method: PaymentMethodID,
        _ reference: CustomerReference,
        until deadline: Duration
    ) async throws(StoreFailure) -> Owned {
        if let card = try await directory.savedCard(method) {
            guard card.owner == reference else { return .notFound }
            return card.isRemoved ? .removed : .own
        }
        guard let customer = try await known(reference), !method.isTestName else {
            return .notFound
        }
        switch await vault.card(of: method, deadline: deadline) {
        case .value(let facts, _):
            guard facts.customer == customer else { return .notFound }
            // So that the same request again finds that it was taken off.
            try await directory.learn([facts], of: reference, savedBy: nil)
            return .own
        case .notFound: return .notFound
        case .unavailable: return .unavailable
        }
    }

    private func detach(_ method: PaymentMethodID, until deadline: Duration) async -> Bool {
        // A failure that Stripe keeps as the answer to a key is no answer to the next one.
        for attempt in 1...3 {
            let key = "payonce-detach-\(method)-\(attempt)"
            switch await vault.detach(method, key: key, deadline: deadline) {
            case .detached, .notAttached: return true
            case .keySpent: continue
            case .unavailable: return false
            }
        }
        return false
    }
}
