public import Payments

extension SimulatedProcessor: CardVault {
    public func customerRequest(for draft: CustomerDraft) -> FrozenRequest {
        FrozenRequest(
            path: MemoryStripe.customersPath,
            body: MemoryForm.body([("digest", draft.digest), ("account", draft.account)]),
            apiVersion: "1"
        )
    }

    public func createCustomer(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration
    ) async -> CustomerReply {
        await change("post customer", deadline, orElse: .unknown) { [stripe] fault in
            let create = { @Sendable in stripe.createCustomer(request, key: key) }
            switch fault {
            case .slow(let delay): return (create(), delay)
            case .executedSlowly(let delay):
                stripe.createCustomerSlowly(request, key, delay)
                return (.unknown, delay)
            case .late(let delay):
                stripe.later(delay) { _ = create() }
                return (.unknown, .zero)
            case .duplicated(let delay):
                stripe.later(delay) { _ = create() }
                return (create(), .zero)
            case .lostWithEffect:
                _ = create()
                return (.unknown, .zero)
            case .keptFailure(let withEffect):
                let reply = stripe.createCustomerFailing(
                    request,
                    key: key,
                    withEffect: withEffect
                )
                return (reply, .zero)
            case .refused: return (.refused, .zero)
            case nil, .crashAfter, .stopBefore, .stopAfter, .otherAmount, .unknownWord,
                .saysReplayed:
                return (create(), .zero)
            case .lostWithoutEffect, .busy, .crashBefore, .unavailable, .outage, .rejected,
                .missing:
                return (.unknown, .zero)
            }
        }
    }

    /// A call that changes something at Stripe and is no payment: `effect` says what is answered,
    /// and how long after.
    private func change<Answer: Sendable>(
        _ name: String,
        _ deadline: Duration,
        orElse none: Answer,
        _ effect: @escaping @Sendable (Fault?) -> (Answer, Duration)
    ) async -> Answer {
        let fault = await link.begin(.stripe, name)
        guard !link.isCut, fault != .unavailable, link.time.now < deadline else { return none }
        let reply = await link.exchange(latency: link.stripeLatency) { [self] in
            let (answer, delay) = effect(fault)
            link.end(fault)
            return timed(answer, delay, deadline, orElse: none)
        }
        return link.isCut || link.time.now >= deadline ? none : reply
    }

    public func exists(
        _ customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<Bool> {
        await read("customer exists", deadline) { [stripe] _ in
            stripe.noteRead("customer \(customer)")
            return .value(
                !stripe.deletedCustomers.contains(customer),
                stripeSeconds: stripe.seconds
            )
        }
    }

    public func card(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<CardFacts> {
        await read("card", deadline) { [stripe] _ in
            stripe.noteRead("card \(method)")
            return stripe.facts(of: method).map { .value($0, stripeSeconds: stripe.seconds) }
                ?? .notFound
        }
    }

    public func cards(
        of customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<[CardFacts]> {
        await read("cards", deadline) { [stripe] _ in
            stripe.noteRead("cards \(customer)")
            if stripe.deletedCustomers.contains(customer) { return .notFound }
            return .value(stripe.cards(of: customer), stripeSeconds: stripe.seconds)
        }
    }

    public func detach(
        _ method: PaymentMethodID,
        key: String,
        deadline: Duration
    ) async -> DetachReply {
        await change("post detach", deadline, orElse: .unavailable) { [stripe] fault in
            let detach = { @Sendable in stripe.detach(method, key: key) }
            switch fault {
            case .slow(let delay): return (detach(), delay)
            case .executedSlowly(let delay):
                stripe.later(delay) { _ = detach() }
                return (.unavailable, delay)
            case .late(let delay):
                stripe.later(delay) { _ = detach() }
                return (.unavailable, .zero)
            case .duplicated(let delay):
                stripe.later(delay) { _ = detach() }
                return (detach(), .zero)
            case .lostWithEffect:
                _ = detach()
                return (.unavailable, .zero)
            case .keptFailure(let withEffect):
                let reply = stripe.detachFailing(method, key: key, withEffect: withEffect)
                return (reply, .zero)
            case nil, .crashAfter, .stopBefore, .stopAfter, .otherAmount, .unknownWord,
                .saysReplayed:
                return (detach(), .zero)
            case .lostWithoutEffect, .refused, .busy, .crashBefore, .unavailable, .outage,
                .rejected, .missing:
                return (.unavailable, .zero)
            }
        }
    }
}
