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
        let fault = await link.begin(.stripe, "post customer")
        guard !link.isCut, fault != .unavailable, link.time.now < deadline else { return .unknown }
        let reply = await link.exchange(latency: link.stripeLatency) { [self] in
            let reply = answer(fault, request, key)
            link.end(fault)
            return timed(reply, .zero, deadline, orElse: .unknown)
        }
        return link.isCut || link.time.now >= deadline ? .unknown : reply
    }

    private func answer(
        _ fault: Fault?,
        _ request: FrozenRequest,
        _ key: String
    ) -> CustomerReply {
        switch fault {
        case nil, .slow, .crashAfter, .stopBefore, .stopAfter, .otherAmount, .unknownWord,
            .saysReplayed:
            return stripe.createCustomer(request, key: key)
        case .duplicated:
            _ = stripe.createCustomer(request, key: key)
            return stripe.createCustomer(request, key: key)
        case .lostWithEffect, .late, .executedSlowly:
            _ = stripe.createCustomer(request, key: key)
            return .unknown
        case .keptFailure:
            // Kept by Stripe, so that this key gives nothing else from now on.
            stripe.spentKeys.insert(key)
            return .keySpent
        case .refused: return .refused
        case .lostWithoutEffect, .busy, .crashBefore, .unavailable, .outage, .rejected, .missing:
            return .unknown
        }
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
        let reply = await read("detach", deadline) { [stripe] _ in
            .value(stripe.detach(method), stripeSeconds: stripe.seconds)
        }
        if case .value(let answer, _) = reply { return answer }
        return .unavailable
    }
}
