import TestKit

/// One customer, from the first tap to the answer.
struct Customer: Sendable {
    let purchase: Purchase
    let site: Site
    var dice: Dice
    private let told = Shelf<Answer>()
    private let unanswered = Shelf<Void>()

    /// Longer than the services take to answer. Who waits in vain asks again.
    static let patience: Duration = .seconds(12)
    /// How long somebody asks for an answer; in the end all are asked for once more.
    private static let longestWait: Duration = .seconds(180)

    init(_ purchase: Purchase, _ site: Site, seed: UInt64) {
        self.purchase = purchase
        self.site = site
        dice = Dice(seed: seed, stream: UInt64(purchase.number) | 1 << 40)
    }

    /// Buys; who has saved a card by it comes again with that.
    mutating func shop() async throws -> [PurchaseRecord] {
        if purchase.kind == .sheet { return [await givingBack(try await payInSheet())] }
        var first = try await buy(method: newMethod(purchase.card))
        guard purchase.kind == .saving, first.isPaid, let method = await savedCard(&first) else {
            return [first]
        }
        let next = Purchase(after: purchase, seed: site.seed)
        var customer = Customer(next, site, seed: site.seed)
        let named = next.namesCard ? method : nil
        let second =
            next.kind == .charged
            ? await customer.givingBack(try await customer.beCharged(named, by: method))
            : try await customer.buy(method: named)
        // Not before its purchase has ended: who repeats that would have no card any more.
        if dice.chance(15), second.isPaid { await remove(method, &first) }
        return [first, second]
    }

    /// Without a `method`: by the only saved card.
    private mutating func buy(method: String?) async throws -> PurchaseRecord {
        var violations: [String] = []
        guard await isOrdered(&violations) else {
            return record(of: call(method).http, isGivenUp: true, violations)
        }
        var call = call(method)
        if purchase.kind == .saved { call.cvcToken = try await securityCode() }
        await tap(call)
        var isGivenUp = false
        if purchase.comesBack {
            var answer = await ask(call.http)
            if let known = answer, known.isEnded, purchase.hasAnotherCard {
                // A saved card is tried again with another code, and without a name too.
                if purchase.kind == .saved {
                    call.cvcToken = try await securityCode()
                } else {
                    call.method = try await newMethod(.good)
                }
                // Where the order alone is named, another card under it is the next attempt.
                answer = await ask(call.http)
            }
            if answer?.wantsChallenge == true, let intent = answer?.intent {
                answer = try await finish(intent) ?? answer
            }
            isGivenUp = answer == nil
        }
        return await givingBack(record(of: call.http, isGivenUp: isGivenUp, violations))
    }

    /// With what the shop gave back, where it does.
    private mutating func givingBack(_ record: PurchaseRecord) async -> PurchaseRecord {
        guard purchase.isGivenBack, let paid = record.told.first(where: \.isPaid)?.payment
        else { return record }
        var record = record
        record.refunds = await site.merchant.giveBack(
            paid,
            of: purchase.number,
            purchase.amount,
            &dice
        )
        return record
    }

    func call(_ method: String?) -> PayCall {
        PayCall(
            method: method,
            key: purchase.key,
            order: purchase.order,
            items: purchase.items,
            bearer: purchase.bearer,
            savesCard: purchase.kind == .saving
        )
    }

    func record(
        of call: HttpCall,
        isGivenUp: Bool,
        _ violations: [String] = []
    ) -> PurchaseRecord {
        PurchaseRecord(
            purchase: purchase,
            last: call,
            told: told.all,
            unanswered: unanswered.all.count,
            isGivenUp: isGivenUp,
            violations: violations
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
        // A code that nothing else stands beside is what the purchase is known by.
        let isKnownByCode = purchase.kind == .saved && call.key == nil && !hasOrder
        for _ in 1..<max(1, purchase.sends) {
            var other = call
            if call.key != nil, hasOrder || !variesMethod, dice.chance(25) {
                other.key = otherKey()
            }
            if hasOrder || call.key == nil || variesMethod, !isKnownByCode, dice.chance(20) {
                await vary(&other)
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

    /// Another object of the card, or another code of a saved one.
    private func vary(_ call: inout PayCall) async {
        do {
            if purchase.kind == .saved {
                call.cvcToken = try await securityCode()
            } else {
                call.method = try await newMethod(purchase.card)
            }
        } catch {
            // Then it is the same.
        }
    }

    mutating func otherKey() -> String {
        "purchase-\(purchase.number)-\(String(dice.next(), radix: 36))-other"
    }

    /// Repeats a request until its answer is known; `nil` after a very long time.
    mutating func ask(_ call: HttpCall) async -> Answer? {
        let end = ContinuousClock.now + Customer.longestWait
        repeat {
            if let answer = await send(call, &dice), answer.isKnown { return answer }
            await rest(dice.duration(50...600))
        } while ContinuousClock.now < end && !Task.isCancelled
        return nil
    }

    /// Does the challenge or not, and comes back as often as people do.
    mutating func finish(_ intent: String) async throws -> Answer? {
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
                    await send(PayCall.second(intent, by: purchase.bearer), &dice)
                }
            }
        }
        return await ask(PayCall.second(intent, by: purchase.bearer))
    }

    // MARK: Parts

    /// The shop fixes the order first, where it does; whether it can be paid.
    private mutating func isOrdered(_ violations: inout [String]) async -> Bool {
        guard purchase.kind == .ordered, let order = purchase.order else { return true }
        let owner = purchase.isOwnOrder ? purchase.customer : nil
        guard await site.merchant.fix(order, at: purchase.amount, for: owner, &dice) else {
            return false
        }
        if dice.chance(30) {
            let other = await site.merchant.fixOtherwise(
                order,
                at: purchase.amount + 1,
                for: owner,
                &dice
            )
            violations += [other].compactMap(\.self)
        }
        if purchase.isOwnOrder, dice.chance(40) { violations += await intrude(into: order) }
        return true
    }

    @discardableResult
    func send(_ call: HttpCall, _ dice: inout Dice) async -> Answer? {
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

    private func securityCode() async throws -> String {
        let form = "cvc_update[cvc]=123"
        return try await site.stripe.stripe("POST", "/v1/tokens", form, key: "pk_test_system")
            .word("id")
    }

    func newMethod(_ card: Purchase.Card) async throws -> String {
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
