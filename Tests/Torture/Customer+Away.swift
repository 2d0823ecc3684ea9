import TestKit

// What a shop charges to a saved card while its customer is away.

extension Customer {
    /// The shop's runs overlap; some customers pay the same order at the same time by themselves,
    /// and those whom the bank wants come, or never do.
    mutating func beCharged(_ method: String?, by card: String) async throws -> PurchaseRecord {
        let call = site.merchant.charge(purchase, with: method)
        await withTaskGroup { group in
            for _ in 1...max(1, purchase.sends) {
                let key = dice.chance(25) ? otherKey() : purchase.key
                let (call, dice) = (site.merchant.charge(purchase, with: method, key), dice.split())
                group.addTask { [self] in
                    var dice = dice
                    if dice.chance(60) { await rest(dice.duration(0...800)) }
                    await send(call, &dice)
                }
            }
            if dice.chance(30) {
                var customer = self
                customer.dice = dice.split()
                let own = ownCall(with: card)
                group.addTask { await customer.payAlongside(own) }
            }
        }
        guard purchase.comesBack else { return record(of: call, isGivenUp: false) }
        var answer = await ask(call)
        if answer?.waitsForCustomer == true, purchase.ending != .never, let intent = answer?.intent
        {
            answer = await ask(PayCall.second(intent, by: purchase.bearer))
        }
        if answer?.wantsChallenge == true, let intent = answer?.intent {
            answer = try await finish(intent) ?? answer
        }
        return record(of: call, isGivenUp: answer == nil)
    }

    /// The customer's own way to pay the order, with the same card: another one would take the
    /// place of a charge that waits.
    private mutating func ownCall(with card: String) -> HttpCall {
        PayCall(
            method: card,
            key: otherKey(),
            order: purchase.order,
            items: purchase.items,
            bearer: purchase.bearer
        )
        .http
    }

    private mutating func payAlongside(_ call: HttpCall) async {
        await rest(dice.duration(0...800))
        guard let answer = await ask(call), answer.wantsChallenge, let intent = answer.intent
        else { return }
        do {
            _ = try await finish(intent)
        } catch {
            // Stripe did not answer; the shop's own repeats end it.
        }
    }
}

extension Merchant {
    /// What the shop's server sends to charge a card that its customer has saved; without a
    /// `method`, the only one.
    func charge(_ purchase: Purchase, with method: String?, _ key: String? = nil) -> HttpCall {
        let call = PayCall(
            method: method,
            key: key ?? purchase.key,
            order: purchase.order,
            items: purchase.items,
            bearer: authorization
        )
        return call.http(to: "/off-session-payments", customer: purchase.customer)
    }
}
