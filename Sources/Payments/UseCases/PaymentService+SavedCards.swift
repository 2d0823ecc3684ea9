// The first call of a signed-in customer, who may charge a saved card or save one.

extension PaymentService {
    /// Finds the card and the guards of a customer's request.
    @inline(never)
    func entrance(
        _ request: PayRequest,
        of reference: CustomerReference,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let (customer, hasBeen) = try await wallet.lookUp(reference)
        // Who was never known at Stripe has no saved card.
        if !hasBeen, request.card == .plain, request.cvcToken == nil,
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
        if let wait = wait(before: request) { return .refused(.rateLimited(wait: wait)) }
        switch try await wallet.choice(
            of: request.method,
            by: reference,
            customer,
            until: deadline
        ) {
        case .unsaved(let method):
            return try await entrance(request, unsaved: method, of: reference, until: deadline)
        case .saved(let card):
            if let known = try await purchaseThatSaved(request, paying: order) { return known }
            return entrance(request, saved: card, customer, paying: order)
        case .notFound:
            return try await purchaseThatSaved(request, paying: order) ?? .refused(.notFound)
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

    /// A request that is to save its card may come again, perhaps under another key, when it has
    /// saved it: then it is known by that card as before, and is no purchase with a saved one. With
    /// another key it is so for as long as any card guards its cart.
    ///
    /// Whoever saved the card had claimed before, so this look, which follows the word that it is
    /// saved, does not miss it.
    private func purchaseThatSaved(
        _ request: PayRequest,
        paying order: FixedOrder?
    ) async throws(StoreFailure) -> Entrance? {
        guard request.card.saving != nil, let card = request.method.map(methodGuard),
            !card.isEmpty
        else { return nil }
        let names = names(of: request)
        let holders = try await repository.holders(of: names + card)
        let asked = asked(request, names + card, paying: order)
        guard case .follow(let payment) = asked.admission(meeting: holders) else { return nil }
        switch payment.state {
        case .declined, .expired, .canceled: return nil
        case .succeeded
        where !names.isEmpty && payment.times.sinceChange > settings.duplicateWindow:
            return nil
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .succeeded,
            .unrecognised:
            let entry = Entry(request, asked, fixedPrice: order?.amount)
            return .open(entry.meeting(holders))
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
        return .open(
            Entry(charged, asked, fixedPrice: order?.amount, cardFingerprint: card.fingerprint)
        )
    }

    private func use(of request: PayRequest, _ customer: StripeCustomerID?) -> CardUse {
        CardUse(
            customer: customer,
            saving: request.card.saving,
            cvcPolicy: request.cvcToken.map { _ in settings.cvcMismatch }
        )
    }

    // MARK: A customer who is gone

    /// How long the look at a customer may take while the request waits.
    private static let customerLook: Duration = .seconds(8)

    /// Stripe refused a create because it knows no such customer, so nothing was executed. A saved
    /// card went with its customer, and is to be collected anew. A card that was to be saved is as
    /// good as before: the same request, made again, begins an attempt with a new customer.
    func customerUnknown(_ receipt: Receipt, _ drive: Drive) async -> DriveStep {
        if drive.openSendSince != nil { return await silence(drive) }
        let payment = drive.payment
        var isGone = false
        if case .customer(let reference) = payment.purchase.caller,
            let customer = payment.card.customer
        {
            let deadline = time.now + PaymentService.customerLook
            isGone = await wallet.wasRefused(customer, of: reference, until: deadline)
        }
        if isGone, payment.card.saving == nil {
            return await apply(.refused(.unusableMethod), drive, receipt: receipt)
        }
        drive.wasRefused = true
        return await apply(.refused(.refused), drive, receipt: receipt)
    }
}
