import JSON
import TestKit

// The shop charges the saved card while its customer is away, and some come all the same.

extension Customer {
    /// Without a `method`: the only saved card.
    mutating func beCharged(_ method: String?) async throws -> PurchaseRecord {
        guard let customer = purchase.customer, let order = purchase.order,
            let key = purchase.key
        else { preconditionFailure("a saved card is somebody's, and a charge has both names") }
        let merchant = site.merchant
        let amount = purchase.amount
        func charge(by key: String) -> HttpCall {
            merchant.charging(customer, order, at: amount, key: key, method: method)
        }
        guard await merchant.fix(order, at: amount, for: customer, &dice) else {
            return await ended(charge(by: key), isGivenUp: true)
        }
        var calls = [charge(by: key)]
        for _ in 1..<max(1, purchase.sends) {
            calls.append(charge(by: dice.chance(25) ? otherKey() : key))
        }
        // The customer pays the same order at that moment, with another card.
        if purchase.hasAnotherCard, dice.chance(40) {
            calls.append(try await payCall(order).http)
        }
        await tap(calls)
        var answer: Answer?
        if purchase.comesBack {
            answer = await ask(charge(by: key))
            if answer?.wantsCustomer == true { answer = try await comeBack(to: order) ?? answer }
        }
        return await ended(charge(by: key), isGivenUp: purchase.comesBack && answer == nil)
    }

    /// The bank wants the customer, who opens the order in the app: with the card that the shop
    /// charged, or with another one.
    private mutating func comeBack(to order: String) async throws -> Answer? {
        guard purchase.ending != .never else { return nil }
        let told = await ask(try await payCall(order).http)
        guard let told, told.wantsChallenge, let intent = told.intent else { return told }
        return try await finish(intent) ?? told
    }

    private func payCall(_ order: String) async throws -> PayCall {
        PayCall(
            method: try await newMethod(purchase.hasAnotherCard ? .good : .challenged),
            key: nil,
            order: order,
            items: nil,
            bearer: purchase.bearer
        )
    }
}
