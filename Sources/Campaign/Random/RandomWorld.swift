import Payments

/// A small shop with some dozens of shoppers and everything that can go wrong, all of it drawn from
/// one seed.
struct RandomWorld: Sendable {
    let seed: UInt64
    let shoppers: Int
    let mutation: Mutation?

    /// Faults happen for this long; then they stop, and everything has to come to its end.
    private static let trouble: Duration = .seconds(90)
    /// A day, after which Stripe has forgotten every key.
    private static let day: Duration = .seconds(25 * 3600)

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
        let crowd = (0..<shoppers).map { RandomShopper(number: $0, dice) }
        for member in crowd { member.hold(in: world.stripe) }
        let told = try world.play(instances: 1 + dice.number(below: 3)) { world in
            await trouble(world, crowd, oracle, dice)
        }
        tally.payments = shoppers
        tally.answers = told
        tally.take(world)
        tally.violations = oracle.violations
        return tally
    }

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
        let clients = await withTaskGroup(of: Void.self) { group in
            let clients = crowd.map { member in
                member.clients(in: world) { answer in
                    answers.add(answer)
                    oracle.heard(answer, by: member.shopper)
                }
            }
            for (member, devices) in zip(crowd, clients) {
                for device in devices { group.addTask { await member.shop(device, world) } }
            }
            if faults.perMille > 0 { group.addTask { await strikes(faults, world, dice) } }
            return clients
        }
        await rest(world, dice)
        oracle.checkRefused(crowd.map(\.shopper))
        for (member, devices) in zip(crowd, clients) {
            for device in devices {
                oracle.checkLast(await lastAnswer(to: device, world), of: member.shopper)
            }
        }
        await world.untilQuiet(atMost: .seconds(7200))
        oracle.checkEnd(crowd.map(\.shopper))
        return answers.byWord
    }

    /// Who asks takes up again what three dead instances had left to a person, and no sweep of
    /// lists is over at once: a doubt gets the time to end.
    private func lastAnswer(to client: Client, _ world: World) async -> PaymentAnswer? {
        let answer = await client.askAgain()
        guard case .unknown = answer?.standing else { return answer }
        await world.untilQuiet(atMost: .seconds(7200))
        return await client.askAgain()
    }

    private func strikes(_ faults: RandomFaults, _ world: World, _ dice: Dice) async {
        for _ in 0..<dice.number(below: 5) {
            await world.time.sleep(dice.seconds(upTo: 20))
            if world.time.now < RandomWorld.trouble { await faults.strike(world) }
        }
    }

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
