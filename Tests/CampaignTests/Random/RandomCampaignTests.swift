import Campaign
import Testing

@Suite("Random campaign")
struct RandomCampaignTests {
    @Test("nothing is charged twice, lost or left open", arguments: [1, 2] as [UInt64])
    func holds(seed: UInt64) async {
        let campaign = RandomCampaign(payments: 1800, seed: seed, workers: 2)
        let result = await campaign.run()
        #expect(result.isClean, "\(CampaignReport(of: campaign, result).lines)")
        #expect(result.total.payments == 1800)
        // Most are paid, and all that is to go wrong does.
        #expect(result.total.charges > 900)
        #expect(result.total.faults.count > 20)
        #expect(result.total.nearMisses.replays > 0)
        #expect(result.total.nearMisses.fenceLosses > 0)
        // Everybody comes, and everything is done for them.
        #expect(result.total.shoppers.count == 5)
        #expect(result.total.deeds.values.allSatisfy { $0 > 0 }, "\(result.total.deeds)")
    }

    @Test("one seed gives one run, with any number of workers")
    func reproduces() async {
        let once = await RandomCampaign(payments: 300, seed: 7, workers: 1).run()
        let again = await RandomCampaign(payments: 300, seed: 7, workers: 2).run()
        let other = await RandomCampaign(payments: 300, seed: 8, workers: 2).run()
        #expect(once.total.digest == again.total.digest)
        #expect(once.total.answers == again.total.answers)
        #expect(once.total.faults == again.total.faults)
        #expect(once.total.deeds == again.total.deeds)
        #expect(once.total.digest != other.total.digest)
    }

    @Test("a world can be played alone")
    func alone() async {
        let campaign = RandomCampaign(payments: 300, seed: 7, workers: 1)
        var digests: Set<RunDigest> = []
        for world in 0..<campaign.worlds {
            let result = campaign.run(only: world)
            #expect(result.total.payments == RandomCampaign.purchasesInWorld)
            digests.insert(result.total.digest)
        }
        #expect(digests.count == campaign.worlds)
    }

    /// A campaign that sees nothing would be content with these too. What a fence prevents needs
    /// several accidents in a row, which are too rare for a campaign this small.
    @Test(
        "sees a guard that is left out",
        arguments: [
            Mutation.guardsIgnored, .claimsForgotten, .keysForgotten, .outboxForgotten,
        ]
    )
    func mutations(_ mutation: Mutation) async throws {
        let campaign = RandomCampaign(payments: 1200, seed: 3, workers: 2, mutation: mutation)
        let result = await campaign.run()
        #expect(!result.isClean)
        let failure = try #require(result.failures.first)
        // The world that is named shows it alone.
        #expect(campaign.run(only: failure.world).failures.first?.world == failure.world)
        let lines = CampaignReport(of: campaign, result).lines
        #expect(lines.contains { $0.contains("--seed 3 --world \(failure.world)") })
    }
}
