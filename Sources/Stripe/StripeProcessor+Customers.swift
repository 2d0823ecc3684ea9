import HTTPClient
public import Payments

extension StripeProcessor: CardVault {
    public nonisolated func customerRequest(for draft: CustomerDraft) -> FrozenRequest {
        customerRequests.create(draft)
    }

    public func createCustomer(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration
    ) async -> CustomerReply {
        guard let answer = await posted(request, key, deadline) else { return .unknown }
        return CustomerTable.creation(answer)
    }

    public func exists(
        _ customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<Bool> {
        let path = CustomerRequests.path(of: customer)
        return await read(path, .newcomer, deadline, Departure(), ReadTable.customer)
    }

    public func card(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<CardFacts> {
        let path = IntentRequests.path(of: method)
        return await read(path, .newcomer, deadline, Departure(), ReadTable.card)
    }

    /// All pages, since a card that is missing from the list counts as taken off.
    public func cards(
        of customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<[CardFacts]> {
        var cards: [CardFacts] = []
        for _ in 0..<StripeProcessor.mostCardPages {
            let path = CustomerRequests.cardsPath(
                of: customer,
                after: cards.last?.method,
                limit: StripeProcessor.pageSize
            )
            switch await read(path, .newcomer, deadline, Departure(), ReadTable.cards) {
            case .value(let page, let seconds):
                cards += page.cards
                if !page.hasMore { return .value(cards, stripeSeconds: seconds) }
            case .notFound: return .notFound
            case .unavailable: return .unavailable
            }
        }
        return .unavailable
    }

    /// Stripe lets a customer have a few hundred cards at most; more pages are a loop.
    private static let mostCardPages = 10

    public func detach(
        _ method: PaymentMethodID,
        key: String,
        deadline: Duration
    ) async -> DetachReply {
        let request = customerRequests.detach(method)
        guard let answer = await posted(request, key, deadline) else { return .unavailable }
        return CustomerTable.detachment(answer)
    }

    /// Posts something that moves no money. It may be repeated, so no lease is asked for; but what
    /// was slept over is not sent, since Stripe may have forgotten its key.
    func posted(
        _ request: FrozenRequest,
        _ key: String,
        _ deadline: Duration
    ) async -> StripeAnswer? {
        guard await hasTurn(in: .newcomer, deadline: deadline) else { return nil }
        do throws(TransportFailure) {
            return try await call(.post(request, key: key), deadline) { [clock] in
                clock.now < deadline
            }
        } catch {
            return nil
        }
    }
}
