/// Draws from one seed, shared by everything in a world.
final class Dice: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private var random: SimulatedRandom

    init(seed: UInt64) { random = SimulatedRandom(seed: seed) }

    func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    func happens(_ percent: Int) -> Bool { number(below: 100) < percent }

    func happens(perMille: Int) -> Bool { number(below: 1000) < perMille }

    func seconds(upTo most: Int) -> Duration { .milliseconds(number(below: most * 1000)) }
}
