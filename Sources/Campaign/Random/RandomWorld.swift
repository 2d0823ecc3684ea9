import Payments

/// A small shop with some dozens of purchases and everything that can go wrong, all of it drawn
/// from one seed.
struct RandomWorld: Sendable {
    let seed: UInt64
    let purchases: Int
    let mutation: Mutation?

    /// Faults happen for this long; then they stop, and everything has to come to its end.
    private static let trouble: Duration = .seconds(90)
    /// A day, after which Stripe has forgotten every key.
    private static let day: Duration = .seconds(25 * 3600)
    /// After it nobody waits for a customer whom the shop's charge wants.
    private static let week: Duration = .seconds(7 * 86_400 + 60)
    /// Until the next look at a sheet that was paid and of which nobody was told: half its age,
    /// which clocks that jumped make some ten minutes more.
    private static let look: Duration = .seconds(1500)

    /// - Returns: what happened.
    /// - Throws: `SimulationStuck`.
    func play() throws -> Tally {
        let world = World(seed: seed, mutation: mutation)
        let oracle = Oracle(of: world)
        let dice = Dice(seed: seed)
        var tally = Tally()
        world.plan.keepsLog = false
        world.stripeLatency = dice.pick([.milliseconds(20), .milliseconds(300)])
        world.jitter = { dice.number(below: 1024) }
        prepare(world, dice)
        let crowd = crowd(dice)
        for purchase in crowd.flatMap(\.purchases) { purchase.hold(in: world) }
        let told = try world.play(instances: 1 + dice.number(below: 3)) { world in
            await trouble(world, crowd, oracle, dice)
        }
        tally.payments = purchases
        tally.answers = told
        for shopper in crowd { tally.shoppers[shopper.kind.rawValue, default: 0] += 1 }
        tally.take(world)
        tally.violations = oracle.violations
        return tally
    }

    /// How this shop is set up.
    private func prepare(_ world: World, _ dice: Dice) {
        world.settings.cvcMismatch = dice.pick([.refuse, .refuse, .accept])
        world.settings.isCVCRequired = dice.happens(30)
        world.looksAfterRefunds = true
        world.readsEvents = dice.happens(60)
        world.stripe.refundsArePending = dice.happens(20)
        guard dice.happens(70) else { return }
        let shop = world.openShop()
        let percentRefused = dice.pick([0, 10, 50])
        shop.delay = dice.pick([.milliseconds(100), .milliseconds(1500)])
        shop.answer = { [time = world.time] fulfillment in
            time.now < RandomWorld.trouble && dice.happens(percentRefused)
                ? .failed(reason: "503") : .accepted(answer: "thanks for \(fulfillment.id.payment)")
        }
    }

    private func crowd(_ dice: Dice) -> [RandomShopper] {
        var crowd: [RandomShopper] = []
        var number = 0
        while number < purchases {
            let shopper = RandomShopper(number: number, atMost: purchases - number, dice)
            number += shopper.purchases.count
            crowd.append(shopper)
        }
        return crowd
    }

    // MARK: Under fire

    private func trouble(
        _ world: World,
        _ crowd: [RandomShopper],
        _ oracle: Oracle,
        _ dice: Dice
    ) async -> [String: Int] {
        let faults = RandomFaults(dice)
        let answers = AnswerCount()
        world.plan.fault = { [time = world.time] boundary in
            time.now < RandomWorld.trouble ? faults.fault(at: boundary) : nil
        }
        let wallets = await withTaskGroup(of: Void.self) { group in
            let visits = crowd.map { shopper in
                shopper.purchases.map { purchase in
                    RandomVisit(
                        purchase: purchase,
                        clients: purchase.clients(in: world) { answer in
                            answers.add(answer)
                            oracle.heard(answer, by: purchase.shopper)
                        }
                    )
                }
            }
            let wallets = crowd.map { RandomWallet($0) }
            for (number, shopper) in crowd.enumerated() {
                group.addTask {
                    await shopper.live(visits[number], in: world, oracle)
                    await wallets[number].use(in: world)
                }
            }
            if faults.perMille > 0 { group.addTask { await strikes(faults, world, dice) } }
            return zip(visits, wallets).map { (visits: $0, wallet: $1) }
        }
        await rest(world, dice)
        // What happened before the moment up to which all was read, because a clock went back, is
        // not read any more.
        if world.plan.injected[RandomFaults.clockOfStripe] == nil { oracle.checkAdopted() }
        oracle.checkRefused(crowd.flatMap(\.purchases).map(\.shopper))
        for (visits, _) in wallets { await askAgain(visits, world, oracle) }
        await world.untilQuiet(atMost: .seconds(7200))
        for (_, wallet) in wallets { await wallet.check(in: world, oracle) }
        // The checks take their time, in which a sheet may have come to its next look.
        await world.untilQuiet(atMost: .seconds(7200))
        oracle.checkEnd(crowd.flatMap(\.purchases).map(\.shopper))
        oracle.checkRefunds(
            told: wallets.flatMap(\.visits).flatMap(\.clients).flatMap(\.refundsTold)
        )
        return answers.byWord
    }

    private func strikes(_ faults: RandomFaults, _ world: World, _ dice: Dice) async {
        for _ in 0..<dice.number(below: 5) {
            await world.time.sleep(dice.seconds(upTo: 20))
            if world.time.now < RandomWorld.trouble { await faults.strike(world) }
        }
    }

    // MARK: In the calm

    /// All goes well again. What is still on its way arrives, and at times a day goes by.
    private func rest(_ world: World, _ dice: Dice) async {
        if world.time.now < RandomWorld.trouble {
            await world.time.sleep(RandomWorld.trouble - world.time.now)
        }
        if dice.happens(2) {
            world.plan.countInjected("a day's sleep")
            await world.suspend(for: RandomWorld.day)
        }
        await world.untilAwake()
        await world.untilQuiet(atMost: .seconds(7200))
        if dice.happens(10) {
            // By the database alone: seven days of empty looks would teach nobody more.
            world.plan.countInjected("a week")
            world.database.skew += RandomWorld.week
        }
        await world.time.sleep(RandomWorld.look)
        await world.untilQuiet(atMost: .seconds(7200))
    }

    /// Every shopper, and every shop that has given something back, asks once more.
    private func askAgain(_ visits: [RandomVisit], _ world: World, _ oracle: Oracle) async {
        for visit in visits {
            for client in visit.clients {
                oracle.checkLast(await lastAnswer(to: client, world), of: visit.purchase.shopper)
                oracle.checkKnown(open: await client.askRefundsAgain())
            }
        }
    }

    /// Who asks takes up again what three dead instances had left to a person, and no sweep of
    /// lists is over at once: a doubt gets the time to end.
    private func lastAnswer(to client: Client, _ world: World) async -> PaymentAnswer? {
        let answer = await client.askAgain()
        guard case .unknown = answer?.standing else { return answer }
        await world.untilQuiet(atMost: .seconds(7200))
        return await client.askAgain()
    }
}

/// What clients heard.
private final class AnswerCount: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private(set) var byWord: [String: Int] = [:]

    func add(_ answer: Payments.PaymentAnswer?) {
        byWord[answer?.word ?? "no answer", default: 0] += 1
    }
}
