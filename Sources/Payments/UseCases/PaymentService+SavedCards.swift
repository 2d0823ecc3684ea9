// The first call of a signed-in customer, who may charge a saved card or save one.

extension PaymentService {
    /// Finds the card and the guards of a customer's request.
    func entrance(
        _ request: PayRequest,
        of reference: CustomerReference,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let customer = try await wallet.known(reference)
        // Who is not known at Stripe has no saved card.
        if customer == nil, request.card == .plain, request.cvcToken == nil,
            let method = request.method
        {
            return try await entrance(request, method, until: deadline)
        }
        // What exists is answered whatever has become of the card.
        if let entry = try await existing(request) { return .open(entry) }
        guard request.mayStart else { return .refused(.rateLimited) }
        switch try await wallet.choice(
            of: request.method,
            by: reference,
            customer,
            until: deadline
        ) {
        case .unsaved(let method):
            return try await entrance(request, unsaved: method, of: reference, until: deadline)
        case .saved(let card): return entrance(request, saved: card, customer)
        case .notFound: return .refused(.notFound)
        case .notOne: return .refused(.methodRequired)
        case .unavailable: return .refused(.unavailable)
        }
    }

    /// A request whose names lead to an attempt that is its answer.
    private func existing(_ request: PayRequest) async throws(StoreFailure) -> Entry? {
        let names = names(of: request)
        guard !names.isEmpty else { return nil }
        let holders = try await repository.holders(of: names)
        let asked = asked(request, names)
        switch asked.admission(meeting: holders) {
        case .start, .replace: return nil
        case .follow, .followBlindly, .refuse: return Entry(request, asked).meeting(holders)
        }
    }

    private func entrance(
        _ request: PayRequest,
        unsaved method: PaymentMethodID,
        of reference: CustomerReference,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        var customer: StripeCustomerID?
        if request.card.saving != nil {
            customer = await wallet.customer(for: reference, until: deadline)
            guard customer != nil else { return .refused(.unavailable) }
        }
        let charged = request.charging(method, use(of: request, customer))
        return try await entrance(charged, method, until: deadline)
    }

    /// A saved card may be charged many times, so it guards nothing by itself. Where neither key
    /// nor order says which purchase this is, the card guards the cart as for everybody.
    private func entrance(
        _ request: PayRequest,
        saved card: CardFacts,
        _ customer: StripeCustomerID?
    ) -> Entrance {
        if settings.isCVCRequired, request.cvcToken == nil { return .refused(.cvcRequired) }
        var guards = names(of: request)
        guard !guards.isEmpty else { return .refused(.keyRequired) }
        if request.key == nil, request.order == nil, let fingerprint = card.fingerprint {
            guards.append(self.card(fingerprint, request))
        }
        let charged = request.charging(card.method, use(of: request, customer))
        return .open(Entry(charged, asked(charged, guards)))
    }

    private func use(of request: PayRequest, _ customer: StripeCustomerID?) -> CardUse {
        CardUse(
            customer: customer,
            saving: request.card.saving,
            cvcPolicy: request.cvcToken.map { _ in settings.cvcMismatch }
        )
    }
}
