import JSON
import TestKit

// An app with a sheet of Stripe's: the service opens an intent, the SDK confirms it at Stripe, and
// the app may or may not say what came of it.

extension Customer {
    mutating func payInSheet() async throws -> PurchaseRecord {
        let opening = opening()
        await tap(Array(repeating: opening, count: min(purchase.sends, 3)))
        guard let secret = await open(opening) else {
            return await ended(opening, isGivenUp: true)
        }
        let end = secret.firstRange(of: "_secret_")?.lowerBound ?? secret.endIndex
        let intent = String(secret[..<end])
        let report = PayCall.second(intent, by: purchase.bearer)
        try await confirm(secret, intent, purchase.card)
        var answer: Answer?
        if purchase.comesBack {
            answer = await ask(report)
            if answer?.wantsCustomer == true, purchase.hasAnotherCard {
                try await confirm(secret, intent, .good)
                answer = await ask(report)
            }
        }
        return await ended(report, isGivenUp: purchase.comesBack && answer == nil)
    }

    private func opening() -> HttpCall {
        var body = JSONObject()
        if let items = purchase.items { body["items"] = items }
        if let order = purchase.order { body["orderId"] = .string(order) }
        let path = purchase.namesCard ? "/create-intent" : "/payment-sheet"
        var call = HttpCall("POST", path, json: .object(body))
        if let key = purchase.key { call.fields.append(("Idempotency-Key", key)) }
        if let bearer = purchase.bearer { call.fields.append(("Authorization", bearer)) }
        return call
    }

    /// The client secret, asked for until there is one.
    private mutating func open(_ call: HttpCall) async -> String? {
        let end = ContinuousClock.now + Customer.longestWait
        while ContinuousClock.now < end, !Task.isCancelled {
            if let answer = await sendOnce(call), answer.status == 200,
                let secret = Customer.secret(in: answer)
            {
                return secret
            }
            await rest(dice.duration(50...600))
        }
        return nil
    }

    private static func secret(in answer: HttpAnswer) -> String? {
        do {
            let json = try answer.json()
            return (json["paymentIntent"] ?? json["clientSecret"])?.string
        } catch {
            return nil
        }
    }

    /// What the SDK does: confirms, and shows the challenge where there is one. Answers of Stripe's
    /// that get lost are not asked for again: the service is to know all the same.
    private mutating func confirm(
        _ secret: String,
        _ intent: String,
        _ card: Purchase.Card
    ) async throws {
        let method = try await newMethod(card)
        do {
            let answer = try await site.stripe.stripe(
                "POST",
                "/v1/payment_intents/\(intent)/confirm",
                "payment_method=\(method)&client_secret=\(secret)&use_stripe_sdk=true"
                    + "&return_url=shop://back",
                key: "pk_test_system"
            )
            guard answer["status"]?.string == "requires_action", purchase.ending != .never else {
                return
            }
            try await site.stripe.authenticate(intent, purchase.ending.rawValue)
        } catch {
            // A decline, an answer that got lost, or an intent that has ended meanwhile.
        }
    }
}
