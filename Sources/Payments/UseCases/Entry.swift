import Money

/// A request to pay with the guards it needs and what is known of their holders.
struct Entry {
    private(set) var request: PayRequest
    let asked: AdmissionRequest
    /// What the shop has fixed for the order.
    let fixedPrice: Amount?
    /// Of the card that is to be charged, where Stripe has said it already.
    let cardFingerprint: String?
    private(set) var holders: [GuardHolder]
    /// Whether `holders` was read for all guards, so that none is missing.
    private(set) var hasLooked: Bool

    init(
        _ request: PayRequest,
        _ asked: AdmissionRequest,
        fixedPrice: Amount? = nil,
        cardFingerprint: String? = nil
    ) {
        self.request = request
        self.asked = asked
        self.fixedPrice = fixedPrice
        self.cardFingerprint = cardFingerprint
        holders = []
        hasLooked = false
    }

    func meeting(_ holders: [GuardHolder]) -> Entry {
        var entry = self
        entry.holders = holders
        entry.hasLooked = true
        return entry
    }

    /// The same, for this customer at Stripe.
    func belonging(to customer: StripeCustomerID) -> Entry {
        var entry = self
        entry.request = request.belonging(to: customer)
        return entry
    }

    /// How many attempts began under the guard that stands for the purchase.
    var attemptsBefore: Int { attempts(under: asked.primary) }

    func attempts(under wanted: Guard) -> Int {
        holders.first { $0.holds == wanted }?.attempts ?? 0
    }

    /// The price where it is not the catalogue's: the shop has fixed it, or an earlier attempt had
    /// it. A key keeps the prices of its first claim.
    var settledPrice: Amount? {
        if let fixedPrice { return fixedPrice }
        switch asked.primary.kind {
        case .key, .order, .cvc: return holders.first { $0.holds == asked.primary }?.payment.amount
        case .method, .card: return nil
        }
    }
}

extension PaymentService {
    enum Entrance {
        case open(Entry)
        case refused(PaymentRefusal)
    }

    /// Finds the guards of a request.
    func entrance(
        _ request: PayRequest,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        if request.flow == .appConfirmed, request.method == nil {
            return try await entrance(ofApp: request, until: deadline)
        }
        return switch (request.caller, request.method) {
        case (.guest, let method?): try await entrance(request, method, until: deadline)
        // Only a customer has saved cards.
        case (.guest, nil): .refused(.methodRequired)
        case (.customer(let reference), _):
            try await entrance(request, of: reference, until: deadline)
        }
    }

    /// With a card that is used once. A request that brings neither key nor order is told apart by
    /// its card, for which Stripe has to be asked first.
    @inline(never)
    func entrance(
        _ request: PayRequest,
        _ method: PaymentMethodID,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let own = names(of: request) + methodGuard(method)
        if let order = request.order { return try await entrance(request, own, to: order) }
        if request.key != nil { return try await entrance(request, own) }
        return try await entrance(request, own, byCard: method, until: deadline)
    }

    /// Most requests bring a key and are its first, so that nothing need be looked up.
    @inline(never)  // See `PaymentService.received`; thousands may wait for their claim.
    private func entrance(
        _ request: PayRequest,
        _ own: [Guard]
    ) async throws(StoreFailure) -> Entrance {
        let entry = Entry(request, asked(request, own))
        guard recentNames.isRepeat(entry.asked.primary) else { return .open(entry) }
        return .open(entry.meeting(try await repository.holders(of: own)))
    }

    @inline(never)
    private func entrance(
        _ request: PayRequest,
        _ own: [Guard],
        byCard method: PaymentMethodID,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        if let entry = try await known(request, own) { return .open(entry) }
        if let wait = wait(before: request) { return .refused(.rateLimited(wait: wait)) }
        switch await processor.cardFingerprint(of: method, deadline: deadline) {
        case .value(let fingerprint, _):
            let asked = asked(request, own + [card(fingerprint, request)])
            return .open(Entry(request, asked, cardFingerprint: fingerprint))
        case .notFound:
            // Stripe will refuse it, and its word is the answer; a test name leads nowhere.
            guard !own.isEmpty else { return .refused(.notFound) }
            return .open(Entry(request, asked(request, own)))
        case .unavailable: return .refused(.unavailable)
        }
    }

    /// An order may have its price from the shop, so it is looked up before anything is claimed.
    @inline(never)
    private func entrance(
        _ request: PayRequest,
        _ own: [Guard],
        to order: OrderID
    ) async throws(StoreFailure) -> Entrance {
        let look = try await repository.look(at: own, fixing: order)
        guard let fixed = look.order else {
            return .open(Entry(request, asked(request, own)).meeting(look.holders))
        }
        if let refusal = refusal(of: request.caller, by: fixed) { return .refused(refusal) }
        let asked = asked(request, own, paying: fixed)
        return .open(Entry(request, asked, fixedPrice: fixed.amount).meeting(look.holders))
    }

    /// Another customer's order does not exist for this caller.
    func refusal(of caller: Caller, by order: FixedOrder) -> PaymentRefusal? {
        guard let customer = order.customer else { return nil }
        switch caller {
        case .guest: return .customerRequired
        case .customer(let reference): return reference == customer ? nil : .orderNotFound
        }
    }

    /// A request whose payment method leads to an attempt, so that the card need not be asked for.
    private func known(
        _ request: PayRequest,
        _ own: [Guard]
    ) async throws(StoreFailure) -> Entry? {
        guard !own.isEmpty else { return nil }
        let holders = try await repository.holders(of: own)
        let asked = asked(request, own)
        if case .start = asked.admission(meeting: holders) { return nil }
        return Entry(request, asked).meeting(holders)
    }

    /// The guards that follow from the request alone, the one that stands for the purchase first:
    /// what it is called, whichever card is charged.
    func names(of request: PayRequest) -> [Guard] {
        var guards: [Guard] = []
        if let key = request.key {
            guards.append(Guard(kind: .key, key: digest(of: key, in: request.keyScope)))
        }
        if let order = request.order {
            guards.append(Guard(kind: .order, key: order.description))
        }
        if let token = request.cvcToken {
            let digest = Hexadecimal.text(of: hash(Array(token.exposed.utf8)))
            guards.append(Guard(kind: .cvc, key: digest))
        }
        return guards
    }

    func methodGuard(_ method: PaymentMethodID) -> [Guard] {
        method.isTestName ? [] : [Guard(kind: .method, key: method.description)]
    }

    func card(_ fingerprint: String, _ request: PayRequest) -> Guard {
        let parts = [
            request.caller.scope, fingerprint, request.cart.canonical, request.currency.code,
        ]
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return Guard(kind: .card, key: Hexadecimal.text(of: hash(Array(text.utf8))))
    }

    func asked(
        _ request: PayRequest,
        _ guards: [Guard],
        paying order: FixedOrder? = nil
    ) -> AdmissionRequest {
        let named = request.purchase
        let purchase =
            order.map { Purchase(caller: request.caller, paying: $0, flow: named.flow) } ?? named
        return AdmissionRequest(
            purchase: purchase,
            fingerprint: Fingerprint(of: purchase, hash: hash),
            earlierFingerprint: order.map { _ in Fingerprint(of: named, hash: hash) },
            method: request.method,
            origin: request.origin,
            guards: guards,
            primary: guards[0],
            duplicateWindow: settings.duplicateWindow
        )
    }
}

extension PayRequest {
    /// What is bought, where the order's price is not the shop's word.
    fileprivate var purchase: Purchase {
        Purchase(caller: caller, order: order, cart: cart, currency: currency, flow: flow)
    }
}
