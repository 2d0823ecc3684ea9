public import Money

// Intents that the app confirms, with the card that it brings to Stripe itself.

extension PaymentService {
    /// Finds the guards of a request to open one. A signed-in customer pays as the customer whom
    /// Stripe knows, so that the sheet can show the saved cards and save one.
    func entrance(
        ofApp request: PayRequest,
        until deadline: Duration
    ) async throws(StoreFailure) -> Entrance {
        let own = names(of: request)
        guard !own.isEmpty else { return .refused(.keyRequired) }
        let look = try await look(at: own, for: request)
        if let order = look.order, let refusal = refusal(of: request.caller, by: order) {
            return .refused(refusal)
        }
        let asked = asked(request, own, paying: look.order)
        let entry = Entry(request, asked, fixedPrice: look.order?.amount).meeting(look.holders)
        guard case .customer(let reference) = request.caller else { return .open(entry) }
        switch asked.admission(meeting: look.holders) {
        // What exists is answered whatever may be known at Stripe now.
        case .follow, .followBlindly, .refuse: return .open(entry)
        case .start, .replace:
            guard let customer = await wallet.customer(for: reference, until: deadline) else {
                return .refused(.unavailable)
            }
            return .open(entry.belonging(to: customer))
        }
    }

    /// A guest's sheet has a customer of its own, made before the intent that names it. The key
    /// follows from the attempt, so that a repeat is led to the same one; where none does, what is
    /// left is a customer without cards.
    ///
    /// - Returns: `nil` where there is none to be had now.
    func withCustomer(_ entry: Entry, until deadline: Duration) async -> Entry? {
        guard entry.request.wishes.makesGuestCustomer, entry.request.caller == .guest else {
            return entry
        }
        let id = identity(
            entry.asked.primary,
            entry.asked.purchase.caller,
            entry.attemptsBefore + 1
        )
        return await wallet.guest(of: id, until: deadline).map(entry.belonging)
    }

    /// A guest has no saved card. Where the shop wants the code, the app does not have to ask.
    func recollectsCVC(_ request: PayRequest) -> Bool {
        request.flow == .appConfirmed && request.caller != .guest
            && (request.wishes.recollectsCVC || settings.isCVCRequired)
    }

    /// What a cart costs now.
    public func quote(_ cart: Cart, in currency: Currency) -> QuoteAnswer {
        do throws(PricingRefusal) {
            return .priced(try catalogue.price(cart, in: currency))
        } catch {
            return .refused(error)
        }
    }
}

/// What a cart costs, or why it has no price.
public enum QuoteAnswer: Hashable, Sendable {
    case priced(Amount)
    case refused(PricingRefusal)
}
