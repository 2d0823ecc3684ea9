import Campaign

/// `payonce campaign`: simulated payments with faults, and what became of them. Says 1 where
/// anything did not hold.
enum CampaignCommand {
    private static let flags: Set<String> = ["--payments", "--seed", "--workers", "--world"]

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: flags)
        try arguments.expectNoMore()
        let campaign = RandomCampaign(
            payments: try number(arguments, "--payments", or: 10_000, from: 1),
            seed: UInt64(try number(arguments, "--seed", or: 1, from: 0)),
            workers: try number(arguments, "--workers", or: 2, from: 1)
        )
        let result: CampaignResult
        if arguments.value(of: "--world") != nil {
            let world = try number(arguments, "--world", or: 0, from: 0)
            guard world < campaign.worlds else {
                throw UsageError("--world is below \(campaign.worlds) in this campaign.")
            }
            result = campaign.run(only: world)
        } else {
            result = await campaign.run()
        }
        for line in CampaignReport(of: campaign, result).lines { Console.say(line) }
        return result.isClean ? 0 : 1
    }

    private static func number(
        _ arguments: Arguments,
        _ flag: String,
        or fallback: Int,
        from least: Int
    ) throws(UsageError) -> Int {
        guard let text = arguments.value(of: flag) else { return fallback }
        guard let number = Int(text), number >= least else {
            throw UsageError("\(flag) takes a whole number from \(least) on.")
        }
        return number
    }
}
