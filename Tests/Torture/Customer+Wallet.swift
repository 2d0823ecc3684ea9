import JSON
import TestKit

// What customers do with saved cards, and what strangers try with their orders.

extension Customer {
    /// How long somebody looks for the cards.
    private static let longestLook: Duration = .seconds(60)

    /// The card as the service lists it; what it listed is noted.
    mutating func savedCard(_ record: inout PurchaseRecord) async -> String? {
        let end = ContinuousClock.now + Customer.longestLook
        while ContinuousClock.now < end {
            let call = HttpCall.cards(by: purchase.bearer)
            if let answer = await look(call), answer.status == 200,
                let cards = Customer.cards(in: answer)
            {
                record.wallet.lists.append(cards)
                return cards.first
            }
            await rest(dice.duration(100...600))
        }
        return nil
    }

    /// Takes the card off, and asks until that is known.
    mutating func remove(_ method: String, _ record: inout PurchaseRecord) async {
        record.wallet.removal = .wanted
        var call = HttpCall("DELETE", "/payment-methods/\(method)")
        if let bearer = purchase.bearer { call.fields.append(("Authorization", bearer)) }
        let end = ContinuousClock.now + Customer.longestLook
        while ContinuousClock.now < end {
            if await look(call)?.status == 200 {
                record.wallet.removal = .told
                return
            }
            await rest(dice.duration(100...600))
        }
    }

    /// A guest, and another customer, want to pay an order that is this customer's alone.
    ///
    /// - Returns: what is wrong with the answers.
    mutating func intrude(into order: String) async -> [String] {
        var violations: [String] = []
        for bearer in [nil, SignedIn.bearer(of: "somebody else")] {
            let call = PayCall(
                method: "pm_card_visa",
                key: nil,
                order: order,
                items: nil,
                bearer: bearer
            )
            guard let answer = await look(call.http), ![401, 404, 503].contains(answer.status)
            else {
                continue
            }
            violations.append("a stranger pays \(order): \(answer.status) \(answer.text)")
        }
        return violations
    }

    static func cards(in answer: HttpAnswer) -> [String]? {
        do {
            return try answer.json()["paymentMethods"]?.array?.compactMap { $0["id"]?.string }
        } catch {
            return nil
        }
    }

    private mutating func look(_ call: HttpCall) async -> HttpAnswer? {
        let ports = site.fleet.ports
        do {
            let port = ports[Int.random(in: 0..<ports.count, using: &dice)]
            return try await call.send(to: port, within: Customer.patience)
        } catch {
            return nil
        }
    }
}

extension HttpCall {
    /// A customer's look at the saved cards.
    static func cards(by bearer: String?) -> HttpCall {
        var call = HttpCall("GET", "/payment-methods")
        if let bearer { call.fields.append(("Authorization", bearer)) }
        return call
    }
}

extension Purchase {
    /// What goes into the requests of who has signed in.
    var bearer: String? { customer.flatMap(SignedIn.bearer) }
}

extension PurchaseRecord {
    var isPaid: Bool { told.contains(where: \.isPaid) }
}
