/// Many small worlds, each with a seed of its own that follows from the campaign's: one seed and
/// one version of the program give one run.
public struct RandomCampaign: Sendable {
    public let payments: Int
    public let seed: UInt64
    public let workers: Int
    private let mutation: Mutation?

    /// Purchases in a world: enough to meet each other at the instances, few enough to be looked
    /// through when one is charged twice.
    public static let purchasesInWorld = 60

    /// - Parameters:
    ///   - payments: how many purchases, rounded up to whole worlds.
    ///   - seed: draws everything.
    ///   - workers: worlds at a time, each in a thread.
    ///   - mutation: a guard that is left out.
    public init(payments: Int, seed: UInt64, workers: Int, mutation: Mutation? = nil) {
        self.payments = payments
        self.seed = seed
        self.workers = workers
        self.mutation = mutation
    }

    public var worlds: Int {
        (payments + RandomCampaign.purchasesInWorld - 1) / RandomCampaign.purchasesInWorld
    }

    /// Plays all worlds. What comes of it does not depend on the number of workers.
    public func run() async -> CampaignResult {
        await withTaskGroup(of: CampaignResult.self) { group in
            let workers = max(workers, 1)
            for first in 0..<workers {
                group.addTask { play(stride(from: first, to: worlds, by: workers)) }
            }
            return await group.reduce(into: CampaignResult()) { $0.join($1) }
        }
    }

    /// Plays one world alone.
    public func run(only world: Int) -> CampaignResult {
        var result = CampaignResult()
        play(world, into: &result)
        return result
    }

    private func play(_ numbers: some Sequence<Int>) -> CampaignResult {
        var result = CampaignResult()
        for number in numbers { play(number, into: &result) }
        return result
    }

    private func play(_ number: Int, into result: inout CampaignResult) {
        let world = RandomWorld(
            seed: seed(of: number),
            purchases: RandomCampaign.purchasesInWorld,
            mutation: mutation
        )
        do {
            let tally = try world.play()
            result.add(tally, of: number)
        } catch {
            result.addStuck(number)
        }
    }

    private func seed(of number: Int) -> UInt64 {
        var random = SimulatedRandom(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
        return random.next()
    }
}
