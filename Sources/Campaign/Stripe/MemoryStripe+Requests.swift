import Payments

// What Stripe does with a request.

extension MemoryStripe {
    private static let create = "/v1/payment_intents"

    /// Executes a POST, or repeats what it answered under this key.
    func execute(_ request: FrozenRequest, key: String) -> PostReply {
        if keysInUse.contains(key) {
            arrive(key, request, .inUse)
            return .busy
        }
        if let stored = stored(key) { return repeated(stored, request, key) }
        let isExecuted = canPerform(request)
        arrive(key, request, isExecuted ? .executed : .refused)
        let reply = perform(request)
        // A refusal before the execution is not kept.
        guard case .intent(let intent, let receipt) = reply else { return reply }
        keep(.intent(intent, status: receipt.status), request, key)
        return reply
    }

    private func stored(_ key: String) -> StoredKey? {
        guard mutation != .keysForgotten, let stored = keys[key] else { return nil }
        return forgetsOldKeys && seconds - stored.at >= 86_400 ? nil : stored
    }

    private func repeated(
        _ stored: StoredKey,
        _ request: FrozenRequest,
        _ key: String
    ) -> PostReply {
        guard stored.request == request else {
            arrive(key, request, .keyTaken)
            return .keyTaken(receipt(status: 400))
        }
        arrive(key, request, .replayed)
        switch stored.reply {
        case .intent(let intent, let status):
            return .intent(intent, receipt(status: status, isReplay: true))
        case .failure: return .keptFailure(receipt(status: 500, isReplay: true))
        }
    }

    /// Takes the key into use, and executes it after this time. What it answers then is known to
    /// nobody who has left.
    func executeSlowly(_ request: FrozenRequest, _ key: String, _ delay: Duration) -> PostReply {
        guard !keysInUse.contains(key), stored(key) == nil else {
            return execute(request, key: key)
        }
        arrive(key, request, .executed)
        keysInUse.insert(key)
        later(delay) { [self] in
            keysInUse.remove(key)
            guard case .intent(let intent, let receipt) = perform(request) else { return }
            keep(.intent(intent, status: receipt.status), request, key)
        }
        return .unknown
    }

    /// An error that is kept as the answer, whatever it hides.
    func executeFailing(_ request: FrozenRequest, key: String, withEffect: Bool) -> PostReply {
        guard stored(key) == nil, !keysInUse.contains(key) else {
            return execute(request, key: key)
        }
        arrive(key, request, .executed)
        if withEffect { _ = perform(request) }
        keep(.failure, request, key)
        return .keptFailure(receipt(status: 500))
    }

    private func keep(_ reply: StoredReply, _ request: FrozenRequest, _ key: String) {
        keys[key] = StoredKey(request: request, reply: reply, at: seconds)
    }

    func arrive(_ key: String, _ request: FrozenRequest, _ outcome: Arrival.Outcome) {
        let arrival = Arrival(key: key, request: request, at: time.now, outcome: outcome)
        arrivals.append(arrival)
        onArrival(arrival)
    }

    func receipt(status: Int, isReplay: Bool = false) -> Receipt {
        Receipt(
            status: status,
            requestID: "req_\(arrivals.count)",
            isReplay: isReplay,
            stripeSeconds: seconds
        )
    }

    // MARK: Steps

    /// Whether a create would be taken; the other steps always are.
    private func canPerform(_ request: FrozenRequest) -> Bool {
        guard request.path == MemoryStripe.create else { return true }
        let method = MemoryForm.fields(request.body)["payment_method"] ?? ""
        let card = PaymentMethodID(method).flatMap { cards[$0] }
        let fields = MemoryForm.fields(request.body)
        if isDeleted(fields["customer"]) { return false }
        if method.isEmpty { return fields[MemoryForm.automatic] != nil }
        if let token = fields["cvc"], usedTokens.contains(token) { return false }
        let isAllowed = PaymentMethodID(method).map { mayCharge($0, for: fields["customer"]) }
        return card != .unusable && !isUsedUp(method) && isAllowed == true
    }

    private func perform(_ request: FrozenRequest) -> PostReply {
        let parts = request.path.split(separator: "/").map(String.init)
        if request.path == MemoryStripe.create { return create(request) }
        guard parts.count == 4, let id = PaymentIntentID(parts[2]), intents[id] != nil else {
            return .busy
        }
        lapse(id)
        let fields = MemoryForm.fields(request.body)
        switch parts[3] {
        case "confirm": return confirm(id, fields)
        case "capture": return capture(id, amount: fields["amount"].flatMap(Int64.init))
        case _: return cancel(id)
        }
    }

    private func create(_ request: FrozenRequest) -> PostReply {
        let fields = MemoryForm.fields(request.body)
        if fields["payment_method"] == nil { return open(request, fields) }
        guard let payment = fields["metadata"], let amount = fields["amount"].flatMap(Int64.init),
            let currency = fields["currency"], let method = fields["payment_method"],
            let name = PaymentMethodID(method),
            let id = PaymentIntentID("pi_\(order.count + 1)"),
            let secret = ClientSecret("pi_\(order.count + 1)_secret")
        else { return .refused(.refused, receipt(status: 400)) }
        let card = cards[name] ?? .pays
        if isDeleted(fields["customer"]) {
            return .refused(.unknownCustomer, receipt(status: 400))
        }
        // An unsaved payment method is used once.
        if card == .unusable || isUsedUp(method) || !mayCharge(name, for: fields["customer"]) {
            return .refused(.unusableMethod, receipt(status: 400))
        }
        if let token = fields["cvc"], !usedTokens.insert(token).inserted {
            return .refused(.unusableToken, receipt(status: 400))
        }
        if !name.isTestName, !keepsMethods { usedMethods[method] = id }
        intents[id] = Intent(
            id: id,
            payment: payment,
            method: method,
            amount: amount,
            currency: currency,
            card: card,
            secret: secret,
            created: seconds,
            isCapturedLater: fields[MemoryForm.captureMethod] == "manual",
            cvcCheck: fields["cvc"].flatMap { tokenChecks[$0] } ?? cvcChecks[name] ?? .pass,
            isSaving: fields["saving"] != nil,
            isAutomatic: fields[MemoryForm.automatic] != nil
        )
        intents[id]?.customer = fields["customer"]
        intents[id]?.isOffSession = fields[MemoryForm.offSession] != nil
        order.append(id)
        return attempt(id, fields)
    }

    /// An intent that waits for the app to bring a card.
    private func open(_ request: FrozenRequest, _ fields: [String: String]) -> PostReply {
        guard let payment = fields["metadata"], let amount = fields["amount"].flatMap(Int64.init),
            let currency = fields["currency"], fields[MemoryForm.automatic] != nil,
            let id = PaymentIntentID("pi_\(order.count + 1)"),
            let secret = ClientSecret("pi_\(order.count + 1)_secret")
        else { return .refused(.refused, receipt(status: 400)) }
        let intent = Intent(
            id: id,
            payment: payment,
            method: "",
            amount: amount,
            currency: currency,
            card: .pays,
            secret: secret,
            created: seconds,
            isCapturedLater: false,
            cvcCheck: .unchecked,
            isSaving: fields["saving"] != nil,
            isAutomatic: true,
            status: "requires_payment_method",
            customer: fields["customer"]
        )
        intents[id] = intent
        order.append(id)
        return .intent(snapshot(intent), receipt(status: 200))
    }

    /// With the customer there, whatever the create said of that.
    private func confirm(_ id: PaymentIntentID, _ fields: [String: String]) -> PostReply {
        guard var intent = intents[id] else { return .busy }
        let isConfirmable =
            ["requires_confirmation", "requires_action"].contains(intent.status)
            || intent.status == "requires_payment_method" && fields[MemoryForm.method] != nil
        guard isConfirmable else { return .intent(snapshot(intent), receipt(status: 400)) }
        if let named = fields[MemoryForm.method] {
            guard named == intent.method, let method = PaymentMethodID(named),
                mayCharge(method, for: intent.customer)
            else { return .refused(.unusableMethod, receipt(status: 400)) }
            intent.hasMethod = true
        }
        intent.isOffSession = false
        intents[id] = intent
        return attempt(id, fields)
    }

    private func attempt(_ id: PaymentIntentID, _ fields: [String: String]) -> PostReply {
        guard var intent = intents[id] else { return .busy }
        let status = settle(&intent, as: intent.card)
        intents[id] = intent
        return .intent(
            snapshot(intent, showsCharge: MemoryForm.showsCharge(fields)),
            receipt(status: status)
        )
    }

    private func capture(_ id: PaymentIntentID, amount: Int64?) -> PostReply {
        guard var intent = intents[id] else { return .busy }
        guard intent.status == "requires_capture", amount == intent.amount, !refusesCaptures else {
            return .intent(snapshot(intent), receipt(status: 400))
        }
        intent.status = "succeeded"
        charge(intent)
        tell(intent)
        intents[id] = intent
        return .intent(snapshot(intent), receipt(status: 200))
    }

    func settle(_ intent: inout Intent, as card: Card) -> Int {
        switch card {
        case .pays where intent.isCapturedLater:
            intent.status = "requires_capture"
            intent.heldAt = seconds
        case .pays:
            intent.status = "succeeded"
            attach(intent)
            charge(intent)
            tell(intent)
        case .processes:
            intent.status = "processing"
            tell(intent)
        case .declines(let why):
            intent.status = "requires_payment_method"
            intent.lastError = why
            return 402
        case .challenges(let then):
            if intent.isAuthenticated { return settle(&intent, as: then) }
            if intent.isOffSession { return wantCustomer(&intent) }
            intent.status = "requires_action"
            intent.challengedAt = seconds
        case .unusable: intent.status = "requires_payment_method"
        }
        return 200
    }

    /// https://docs.stripe.com/error-codes#authentication-required
    private func wantCustomer(_ intent: inout Intent) -> Int {
        intent.status = "requires_payment_method"
        intent.lastError = Closing(
            code: "authentication_required",
            declineCode: "authentication_required"
        )
        intent.hasMethod = false
        return 402
    }

    /// Whether it was charged before, and is nobody's.
    private func isUsedUp(_ method: String) -> Bool {
        let owner = PaymentMethodID(method).flatMap { owners[$0] }
        return owner == nil && usedMethods[method] != nil
    }

    /// A card is saved by the payment itself, once that has succeeded.
    private func attach(_ intent: Intent) {
        guard intent.isSaving, let method = PaymentMethodID(intent.method) else { return }
        owners[method] = intent.customer.flatMap(StripeCustomerID.init)
    }

    private func cancel(_ id: PaymentIntentID) -> PostReply {
        guard var intent = intents[id] else { return .busy }
        guard !["succeeded", "canceled"].contains(intent.status) else {
            return .intent(snapshot(intent), receipt(status: 400))
        }
        intent.status = "canceled"
        tell(intent)
        intents[id] = intent
        return .intent(snapshot(intent), receipt(status: 200))
    }

    // MARK: Reads

    func retrieve(_ id: PaymentIntentID, showsCharge: Bool) -> ReadReply<IntentSnapshot> {
        lapse(id)
        guard let intent = intents[id] else { return .notFound }
        return .value(snapshot(intent, showsCharge: showsCharge), stripeSeconds: seconds)
    }

    func page(createdSince since: Int64, after last: PaymentIntentID?) -> ReadReply<IntentPage> {
        var newest = Array(order.reversed())
        if let last {
            guard let index = newest.firstIndex(of: last) else { return .notFound }
            newest.removeFirst(index + 1)
        }
        newest.forEach(lapse)
        let matching = newest.compactMap { intents[$0] }.filter { $0.created >= since }
        let page = matching.prefix(pageSize).map { snapshot($0) }
        return .value(
            IntentPage(
                intents: page,
                hasMore: matching.count > pageSize,
                last: page.last?.id
            ),
            stripeSeconds: seconds
        )
    }

    func fingerprint(of method: PaymentMethodID) -> ReadReply<String> {
        if cards[method] == .unusable { return .notFound }
        let fingerprint = fingerprints[method] ?? "card of \(method)"
        return .value(fingerprint, stripeSeconds: seconds)
    }
}
