import TestKit

/// One customer, from the first tap to the answer.
struct Customer: Sendable {
    private let purchase: Purchase
    private let site: Site
    private var dice: Dice
    private let told = Shelf<Answer>()
    private let unanswered = Shelf<Void>()

    /// Longer than the services take to answer. Who waits in vain asks again.
    private static let patience: Duration = .seconds(12)
    /// How long somebody asks for an answer; in the end all are asked for once more.
    private static let longestWait: Duration = .seconds(180)

    init(_ purchase: Purchase, _ site: Site, seed: UInt64) {
        self.purchase = purchase
        self.site = site
        dice = Dice(seed: seed, stream: UInt64(purchase.number) | 1 << 40)
    }

    mutating func buy() async throws -> PurchaseRecord {
        var call = PayCall(
            method: try await newMethod(purchase.card),
            key: purchase.key,
            order: purchase.order,
            items: purchase.items
        )
        await tap(call)
        var isGivenUp = false
        if purchase.comesBack {
            var answer = await ask(call.http)
            if let known = answer, known.isEnded, purchase.hasAnotherCard {
                call.method = try await newMethod(.good)
                // Where the order alone is named, another card under it is the next attempt.
                answer = await ask(call.http)
            }
            if answer?.wantsChallenge == true, let intent = answer?.intent {
                answer = try await finish(intent) ?? answer
            }
            isGivenUp = answer == nil
        }
        return PurchaseRecord(
            purchase: purchase,
            last: call,
            told: told.all,
            unanswered: unanswered.all.count,
            isGivenUp: isGivenUp
        )
    }

    // MARK: What customers do

    /// The first call, 1 to 8 times: at once or one after the other, at any of the services, from
    /// this device or another one; some hang up before there is an answer.
    private mutating func tap(_ call: PayCall) async {
        var taps: [(PayCall, Dice)] = [(call, dice.split())]
        // Without an order, a request with another key and another card object is another purchase:
        // one of the two has to stay the same.
        let hasOrder = call.order != nil
        let variesMethod = dice.chance(50)
        for _ in 1..<max(1, purchase.sends) {
            var other = call
            if call.key != nil, hasOrder || !variesMethod, dice.chance(25) {
                other.key = otherKey()
            }
            if hasOrder || call.key == nil || variesMethod, dice.chance(20),
                let method = await anotherMethod()
            {
                other.method = method
            }
            taps.append((other, dice.split()))
        }
        await withTaskGroup { group in
            for (number, (call, dice)) in taps.enumerated() {
                group.addTask { [self] in
                    var dice = dice
                    if number > 0, dice.chance(60) { await rest(dice.duration(0...800)) }
                    await send(call.http, &dice)
                }
            }
        }
    }

    private mutating func otherKey() -> String {
        "purchase-\(purchase.number)-\(String(dice.next(), radix: 36))-other"
    }

    private func anotherMethod() async -> String? {
        do {
            return try await newMethod(purchase.card)
        } catch {
            return nil
        }
    }

    /// Repeats a request until its answer is known; `nil` after a very long time.
    private mutating func ask(_ call: HttpCall) async -> Answer? {
        let end = ContinuousClock.now + Customer.longestWait
        repeat {
            if let answer = await send(call, &dice), answer.isKnown { return answer }
            await rest(dice.duration(50...600))
        } while ContinuousClock.now < end && !Task.isCancelled
        return nil
    }

    /// Does the challenge or not, and comes back as often as people do.
    private mutating func finish(_ intent: String) async throws -> Answer? {
        guard purchase.ending != .never else { return nil }
        do {
            try await site.stripe.authenticate(intent, purchase.ending.rawValue)
        } catch is SimulatorFailure {
            // Another device replaced this challenge by one of its own.
        }
        await withTaskGroup { group in
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                let dice = dice.split()
                group.addTask { [self] in
                    var dice = dice
                    await send(PayCall.second(intent), &dice)
                }
            }
        }
        return await ask(PayCall.second(intent))
    }

    // MARK: Parts

    @discardableResult
    private func send(_ call: HttpCall, _ dice: inout Dice) async -> Answer? {
        let port = site.fleet.ports[Int.random(in: 0..<site.fleet.ports.count, using: &dice)]
        do {
            if dice.chance(8) {
                try await blocking { try HttpSocket(port: port).send(call.bytes(to: port)) }
                unanswered.add(())
                return nil
            }
            let answer = try Answer(await call.send(to: port, within: Customer.patience))
            told.add(answer)
            return answer
        } catch {
            unanswered.add(())
            return nil
        }
    }

    private func newMethod(_ card: Purchase.Card) async throws -> String {
        try await site.stripe.paymentMethod(card.rawValue)
    }
}

/// Waits; whoever is canceled goes on at once.
func rest(_ duration: Duration) async {
    do {
        try await Task.sleep(for: duration)
    } catch {
        // Canceled.
    }
}
