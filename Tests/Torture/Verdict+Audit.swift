import TestKit

// What `payonce audit` says when all is over: what is true, and nothing else.

extension Verdict {
    mutating func judge(_ run: (words: [String], audit: ServiceAudit), _ record: CampaignRecord) {
        let name = (["payonce audit"] + run.words).joined(separator: " ")
        let audit = run.audit
        if audit.status != (audit.open.isEmpty ? 0 : 1) {
            add(.audit, "\(name) ended with \(audit.status): \(audit.output.suffix(500))")
        }
        let wrong = Set(
            record.purchases.filter { $0.purchase.card == .wrongCode }.map(\.purchase.number)
        )
        for finding in audit.open where !isTrue(finding, wrong) {
            add(.audit, "\(name): \(finding)")
        }
    }

    /// A wrong security code that one of the services charges with, a code of which the bank's word
    /// could not be read, and work that three services died over: that was done here, and a person
    /// is to know of it.
    private func isTrue(_ finding: String, _ wrong: Set<Int>) -> Bool {
        let words = finding.split(separator: " ").map(String.init)
        guard words.count == 2, let entry = entries[words[1]] else { return false }
        switch words[0] {
        case "cvc_failed":
            return entry.state == "succeeded" && entry.policy != "refuse"
                && wrong.contains(Purchase.number(ofAmount: entry.amount))
        case "cvc_unchecked": return entry.state == "succeeded" && entry.check != "pass"
        case "no_progress": return true
        case _: return false
        }
    }
}
