import Campaign
import Payments
import Testing

extension World {
    /// Lets the calls of this name go wrong: `times` of them, after `skipping` that go well. Until
    /// another script is set.
    func fail(
        _ name: String,
        _ fault: Fault,
        times: Int = 1,
        skipping: Int = 0
    ) {
        var seen = 0
        let earlier = plan.fault
        plan.fault = { step in
            guard step.name == name else { return earlier(step) }
            seen += 1
            return seen > skipping && seen <= skipping + times ? fault : earlier(step)
        }
    }

    /// Lets everything go well again.
    func heal() {
        plan.fault = { _ in nil }
    }

    /// A payment that has come as far as its challenge.
    func challenge(
        _ request: PayRequest = Sample.request(),
        then: MemoryStripe.Card = .pays
    ) async throws -> PaymentIntentID {
        if let method = request.method { stripe.cards[method] = .challenges(then: then) }
        let answer = await pay(request)
        try #require(answer?.isChallenge == true, "\(String(describing: answer))")
        return try #require(answer?.view?.intent)
    }

    /// What was sent to Stripe, in its order: the step and its number.
    var posts: [String] {
        stripe.arrivals.map { arrival in
            arrival.key.split(separator: "-").suffix(2).joined(separator: "-")
        }
    }

    /// What must be true whatever happened.
    func checkBook(_ comment: Comment = "") {
        for payment in database.payments {
            let charges = stripe.charges(of: payment.id)
            #expect(charges.count == (payment.state == .succeeded ? 1 : 0), comment)
            #expect(charges.allSatisfy { $0.amount == payment.amount.minorUnits }, comment)
            if payment.state == .requiresAction { #expect(payment.owner == .nobody, comment) }
        }
        let keys = Dictionary(grouping: stripe.arrivals, by: \.key)
        #expect(keys.values.allSatisfy { Set($0.map(\.request)).count == 1 }, comment)
    }
}
