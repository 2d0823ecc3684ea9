// The first call of a signed-in customer, who may charge a saved card or save one.

extension PaymentService {
    /// Finds the card and the guards of a customer's request.
    @inline(never)
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
        let order: FixedOrder?
        switch try await existing(request) {
        case .known(let entrance): return entrance
        case .new(let fixed): order = fixed
        }
        guard request.mayStart else { return .refused(.rateLimited) }
        switch try await wallet.choice(
            of: request.method,
            by: reference,
            customer,
            until: deadline
        ) {
        case .unsaved(let method):
            return try await entrance(request, unsaved: method, of: reference, until: deadline)
        case .saved(let card): return entrance(request, saved: card, customer, paying: order)
        case .notFound: return .refused(.notFound)
        case .notOne: return .refused(.methodRequired)
        case .unavailable: return .refused(.unavailable)
        }
    }

    /// What a request meets under its names.
    private enum Meeting {
        /// An attempt that is its answer, or a refusal.
        case known(Entrance)
        /// Nothing yet; what the shop has fixed for the order that is to be paid.
        case new(FixedOrder?)
    }

    private func existing(_ request: PayRequest) async throws(StoreFailure) -> Meeting {
        let names = names(of: request)
        guard !names.isEmpty else { return .new(nil) }
        let look = try await look(at: names, for: request)
        if let fixed = look.order, let refusal = refusal(of: request.caller, by: fixed) {
            return .known(.refused(refusal))
        }
        let asked = asked(request, names, paying: look.order)
        switch asked.admission(meeting: look.holders) {
        case .start, .replace: return .new(look.order)
        case .follow, .followBlindly, .refuse:
            let entry = Entry(request, asked, fixedPrice: look.order?.amount)
            return .known(.open(entry.meeting(look.holders)))
        }
    }

    func look(
        at names: [Guard],
        for request: PayRequest
    ) async throws(StoreFailure) -> OrderLook {
        if let order = request.order { return try await repository.look(at: names, fixing: order) }
        return OrderLook(holders: try await repository.holders(of: names), order: nil)
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
        _ customer: StripeCustomerID?,
        paying order: FixedOrder?
    ) -> Entrance {
        if settings.isCVCRequired, request.cvcToken == nil { return .refused(.cvcRequired) }
        var guards = names(of: request)
        guard !guards.isEmpty else { return .refused(.keyRequired) }
        if request.key == nil, request.order == nil, let fingerprint = card.fingerprint {
            guards.append(self.card(fingerprint, request))
        }
        let charged = request.charging(card.method, use(of: request, customer))
        let asked = asked(charged, guards, paying: order)
        return .open(Entry(charged, asked, fixedPrice: order?.amount))
    }

    private func use(of request: PayRequest, _ customer: StripeCustomerID?) -> CardUse {
        CardUse(
            customer: customer,
            saving: request.card.saving,
            cvcPolicy: request.cvcToken.map { _ in settings.cvcMismatch }
        )
    }
}
