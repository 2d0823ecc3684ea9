/// What a campaign says in the end.
public struct CampaignReport: Sendable {
    private let campaign: RandomCampaign
    private let result: CampaignResult
    /// More would hide the first.
    private static let mostFailures = 20

    public init(of campaign: RandomCampaign, _ result: CampaignResult) {
        self.campaign = campaign
        self.result = result
    }

    public var lines: [String] {
        let total = result.total
        return [
            "\(total.payments) payments, \(total.charges) charged; seed \(campaign.seed)",
            "shoppers: \(list(total.shoppers))",
            "beside the payments: \(list(total.deeds))",
            "faults: \(list(total.faults))",
            "answers: \(list(total.answers))",
            "near misses: "
                + total.nearMisses.byKind.map { "\($0.kind) \($0.count)" }.joined(separator: ", "),
            "left to a person: \(list(total.findings))",
            "time to resolution (simulated): \(resolution)",
            "digest: \(total.digest)",
        ] + violations
    }

    private var resolution: String {
        let sorted = result.total.resolutions.sorted()
        guard let longest = sorted.last else { return "nothing to resolve" }
        return "p50 \(sorted[sorted.count / 2]) ms, p99 \(sorted[sorted.count * 99 / 100]) ms, "
            + "longest \(longest) ms"
    }

    private var violations: [String] {
        guard !result.isClean else {
            return [
                "violations: none",
                "0 failures in \(result.total.payments) payments: "
                    + "below 3 in \(result.total.payments) at 95 % confidence",
            ]
        }
        let shown = result.failures.prefix(CampaignReport.mostFailures).map { failure in
            let what = failure.violations.map(\.description).joined(separator: "; ")
            return "  \(what)\n    payonce campaign --payments \(campaign.payments) "
                + "--seed \(campaign.seed) --world \(failure.world)"
        }
        return ["violations: in \(result.failures.count) worlds"] + shown
    }

    private func list(_ counts: [String: Int]) -> String {
        guard !counts.isEmpty else { return "none" }
        return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}
