import TestKit

// Purchases in a sheet of Stripe's: the service opens the intent, the app pays it at Stripe, and
// may or may not say so.

extension Customer {
    /// How often an SDK tries what Stripe did not answer.
    private static let mostTries = 6

    mutating func payInSheet() async throws -> PurchaseRecord {
        let path = dice.chance(50) ? "/payment-sheet" : "/create-intent"
        let opening = call(nil).http(to: path)
        await tap(opening)
        let answer = await ask(opening)
        guard let answer, let secret = answer.secret, let intent = answer.intent else {
            return record(of: opening, isGivenUp: answer == nil)
        }
        guard dice.chance(90) else {
            // Left open, for a day.
            return record(of: PayCall.second(intent, by: purchase.bearer), isGivenUp: false)
        }
        guard purchase.order != nil, dice.chance(30) else {
            try await pay(intent, secret)
            return await report(intent)
        }
        // The sheet is still on the screen while its order is paid another way.
        let beside = try await besideCall()
        var app = self
        app.dice = dice.split()
        async let inSheet: Void = app.pay(intent, secret)
        let told = await ask(beside)
        try await inSheet
        return record(of: beside, isGivenUp: told == nil)
    }

    /// The opening, once and once more, at once or one after the other.
    private mutating func tap(_ opening: HttpCall) async {
        await withTaskGroup { group in
            for number in 0..<purchase.sends {
                let dice = dice.split()
                group.addTask { [self] in
                    var dice = dice
                    if number > 0, dice.chance(60) { await rest(dice.duration(0...800)) }
                    await send(opening, &dice)
                }
            }
        }
    }

    private mutating func besideCall() async throws -> HttpCall {
        PayCall(
            method: try await newMethod(.good),
            key: otherKey(),
            order: purchase.order,
            items: purchase.items,
            bearer: purchase.bearer
        )
        .http
    }

    private mutating func report(_ intent: String) async -> PurchaseRecord {
        let call = PayCall.second(intent, by: purchase.bearer)
        guard purchase.comesBack else { return record(of: call, isGivenUp: false) }
        let answer = await ask(call)
        return record(of: call, isGivenUp: answer == nil)
    }

    // MARK: What the app's SDK does at Stripe

    private mutating func pay(_ intent: String, _ secret: String) async throws {
        var status = await confirm(intent, secret, with: try await newMethod(purchase.card))
        if status == 402, purchase.hasAnotherCard {
            status = await confirm(intent, secret, with: try await newMethod(.good))
        }
        guard status == 200, purchase.ending != .never else { return }
        do {
            try await site.stripe.authenticate(intent, purchase.ending.rawValue)
        } catch is SimulatorFailure {
            // There was no challenge, or it is over.
        }
    }

    /// - Returns: what Stripe said at last, the customer having tried as often as customers do.
    private mutating func confirm(
        _ intent: String,
        _ secret: String,
        with method: String
    ) async -> Int {
        let form =
            "payment_method=\(method)&client_secret=\(secret)&use_stripe_sdk=true"
            + "&return_url=shop://back"
        let call = HttpCall(
            "POST",
            "/v1/payment_intents/\(intent)/confirm",
            fields: [
                ("Authorization", "Bearer pk_test_system"),
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Idempotency-Key", "outside-\(dice.next())"),
            ],
            body: Array(form.utf8)
        )
        for _ in 0..<Customer.mostTries {
            do {
                let status = try await call.send(to: site.stripe.port, within: Customer.patience)
                    .status
                if [200, 400, 402].contains(status) { return status }
            } catch {
                // The answer was lost.
            }
            await rest(dice.duration(200...1500))
        }
        return 0
    }
}
