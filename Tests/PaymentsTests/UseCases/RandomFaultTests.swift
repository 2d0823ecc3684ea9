import Payments
import TestKit
import Testing

/// What a seed makes of a scenario: which calls go wrong, and how clients behave.
private final class Chance: @unchecked Sendable {
    private var random: SimulatedRandom

    init(seed: UInt64) { random = SimulatedRandom(seed: seed) }

    func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}

private let faults: [ScriptedFault] = [
    .crashBefore, .crashAfter, .lostWithEffect, .lostWithEffect, .lostWithoutEffect, .unavailable,
    .busy, .refused, .keptFailure(withEffect: true), .keptFailure(withEffect: false),
    .slow(.seconds(3)), .slow(.seconds(15)), .slow(.seconds(80)), .late(.seconds(40)),
]

@Suite("Random faults")
struct RandomFaultTests {
    /// Several clients of one purchase, two instances, a shuffled order of everything that is ready,
    /// and a call in eight that goes wrong. Afterwards what always must be true.
    @Test("charge at most once and leave nothing open", arguments: 0..<300 as Range<UInt64>)
    func survives(seed: UInt64) throws {
        let world = World(seed: seed)
        let chance = Chance(seed: seed)
        let cards: [MemoryStripe.Card] = [
            .pays, .challenges(then: .pays), .challenges(then: .pays),
            .declines(Sample.declined), .challenges(then: .declines(Sample.declined)),
        ]
        for method in [Sample.visa, Sample.other, Sample.third] {
            world.stripe.cards[method] = chance.pick(cards)
        }
        world.stripeLatency = chance.pick([.milliseconds(20), .milliseconds(400)])
        let clients = try world.play { world in
            await world.start()
            world.steps.fault = { _ in
                chance.happens(12) && world.time.now < .seconds(90) ? chance.pick(faults) : nil
            }
            let clients = await withTaskGroup(of: Client.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let client = Client(world, chance.pick(Client.Habit.allCases))
                        await world.time.sleep(
                            chance.pick([.zero, .milliseconds(30), .seconds(2)])
                        )
                        await client.pay(chance.pick([Sample.visa, Sample.visa, Sample.other]))
                        if chance.happens(80) { await client.finish() }
                        if chance.happens(10) { await client.cancel() }
                        return client
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            world.heal()
            // What is still on its way arrives, be it from a run that is dead.
            await world.time.sleep(.seconds(200))
            await world.untilQuiet(atMost: .seconds(7200))
            return clients
        }
        check(world, clients, "seed \(seed)")
    }

    private func check(_ world: World, _ clients: [Client], _ scenario: Comment) {
        let payments = world.database.payments
        // What killed three runs in a row is a person's, and told.
        let told = Set(world.database.findings.filter { $0.kind == "no_progress" }.map(\.payment))
        #expect(
            payments.allSatisfy { !$0.state.needsWork || told.contains($0.id) },
            "\(scenario): \(payments.map { "\($0.state) \($0.owner)" })"
        )
        #expect(payments.allSatisfy { $0.state != .quarantined }, scenario)
        #expect(world.stripe.book.count <= 1, scenario)
        if told.isEmpty { world.checkBook(scenario) }
        for view in clients.flatMap(\.answers).compactMap({ $0?.view }) {
            let charges = world.stripe.charges(of: view.payment).count
            switch view.standing {
            case .succeeded: #expect(charges == 1, scenario)
            case .declined, .expired, .canceled: #expect(charges == 0, scenario)
            case .requiresAction, .processing, .unknown, .duplicateSuspected: break
            }
        }
    }
}
