import JSON
import TestKit

// The service's own audit, of its book and of Stripe's, after all that was done to it.

extension Verdict {
    /// What it finds that is not so: a shop whose book is clean, which the comparisons of this
    /// campaign say without asking the service, is to have a clean audit.
    func audited(_ record: CampaignRecord, _ site: Site) async throws -> [String] {
        let child = try await ProcessChild(
            [ServiceProgram.path, "audit", "--format", "json"],
            environment: [
                "DATABASE_URL": site.database.url,
                "STRIPE_API_BASE": "http://127.0.0.1:\(site.stripe.port)",
                "STRIPE_SECRET_KEY": "sk_test_system",
                "STRIPE_PUBLISHABLE_KEY": "pk_test_system",
                "HOME": "/nonexistent",
            ]
        )
        let status = try await child.exit()
        guard status != 2 else { return ["it is not complete: \(child.output.suffix(500))"] }
        let report = try JSONValue.parse(Array(child.output.utf8), limits: .answer)
        let open = (report["findings"]?.array ?? []).filter { $0["state"]?.string == "open" }
        let cards = Dictionary(
            record.purchases.map { ($0.purchase.number, $0.purchase.card) }
        ) { first, _ in first }
        return open.filter { !isTrue($0, cards) }.map { finding in
            ["kind", "subject", "detail"].map { finding[$0]?.string ?? "" }
                .joined(separator: " ")
        }
    }

    /// A wrong security code is only refused where a saved card is charged, and by two of the
    /// three services; elsewhere the bank has approved all the same, and the audit says so of each.
    private func isTrue(_ finding: JSONValue, _ cards: [Int: Purchase.Card]) -> Bool {
        guard finding["kind"]?.string == "cvc_failed",
            let entry = finding["subject"]?.string.flatMap({ entries[$0] })
        else { return false }
        return entry.policy != "refuse"
            && cards[Purchase.number(ofAmount: entry.amount)] == .wrongCode
    }
}
