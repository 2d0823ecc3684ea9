// Charges that the shop makes while the customer is away. Stripe may want the customer after all:
// then the attempt waits for them, and their own call confirms the same intent on session.
// https://docs.stripe.com/payments/save-and-reuse

extension PaymentService {
    /// Charges a saved card.
    public func charge(
        _ request: OffSessionRequest,
        until deadline: Duration
    ) async -> PaymentAnswer {
        await inTime(deadline) { service, errand, deadline throws(StoreFailure) in
            let admitted = try await service.admit(errand, until: deadline) {
                () throws(StoreFailure) in try await service.entrance(request, until: deadline)
            }
            switch admitted {
            case .answer(let answer): return answer
            case .work(let drive):
                service.leave(errand, to: drive)
                return nil
            }
        }
    }

    /// Finds the card and the guards of a charge.
    private func entrance(
        _ charge: OffSessionRequest,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let request = charge.payRequest
        let names = names(of: request)
        let look = try await repository.look(at: names, fixing: charge.order.order)
        guard look.order.map(charge.agrees) ?? true else {
            return .refused(.order(.fixedOtherwise))
        }
        let asked = asked(request, names, paying: look.order)
        // What exists is answered whatever has become of the card.
        if case .start = asked.admission(meeting: look.holders) {
            return try await entrance(charge, meeting: look, until: deadline)
        }
        let entry = Entry(request, asked, fixedPrice: look.order?.amount)
        return .open(entry.meeting(look.holders))
    }

    private func entrance(
        _ charge: OffSessionRequest,
        meeting look: OrderLook,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let customer = try await wallet.known(charge.customer)
        let card: CardFacts
        switch try await wallet.choice(
            of: charge.method,
            by: charge.customer,
            customer,
            until: deadline
        ) {
        case .saved(let own): card = own
        // Only what a customer has saved is charged without them.
        case .unsaved, .notFound: return .refused(.methodNotFound)
        case .notOne: return .refused(.methodRequired)
        case .unavailable: return .refused(.unavailable)
        }
        let order: FixedOrder?
        switch await fixing(charge, knowing: look.order) {
        case .settled(let fixed): order = fixed
        case .refused(let refusal): return .refused(refusal)
        }
        let request = charge.payRequest.charging(card.method, CardUse(customer: customer))
        let asked = asked(request, names(of: request), paying: order)
        return .open(Entry(request, asked, fixedPrice: order?.amount).meeting(look.holders))
    }

    // MARK: The price

    private enum Fixing {
        /// `nil`: the catalogue has the price.
        case settled(FixedOrder?)
        case refused(PaymentRefusal)
    }

    /// Fixes the order, so that the customer who has to finish the charge meets the same price
    /// whatever their app says of the items. Not before there is a card: what is refused leaves
    /// nothing behind.
    private func fixing(_ charge: OffSessionRequest, knowing order: FixedOrder?) async -> Fixing {
        if let order { return .settled(order) }
        switch (await fix(charge.order), charge.order.price) {
        case (.fixed(let order, _), _): return .settled(order)
        // Somebody tried to pay it at the prices of the catalogue, which hold for the shop too.
        case (.refused(.inUse), .items): return .settled(nil)
        case (.refused(.pricing(let why)), _): return .refused(.pricing(why))
        case (.refused(.unavailable), _): return .refused(.unavailable)
        case (.refused(let why), _): return .refused(.order(why))
        }
    }
}
