import Foundation
import TestKit

/// What somebody needs who looks into a violation.
struct Evidence {
    private let record: CampaignRecord
    private let verdict: Verdict
    private let site: Site

    init(_ record: CampaignRecord, _ verdict: Verdict, _ site: Site) {
        self.record = record
        self.verdict = verdict
        self.site = site
    }

    func write() async throws {
        try put(violations(), into: "violations.txt")
        try put(history(), into: "told.txt")
        try put(try await site.stripe.text("book"), into: "book.json")
        try put(try await site.stripe.text("requests"), into: "requests.json")
    }

    private func violations() -> String {
        Verdict.Kind.allCases.flatMap { kind in
            (verdict.violations[kind] ?? []).map { "\(kind.rawValue): \($0)" }
        }
        .joined(separator: "\n")
    }

    /// What each customer was told, in the order in which it came.
    private func history() -> String {
        record.purchases.sorted { $0.purchase.number < $1.purchase.number }.map { one in
            let answers = one.told.map { "  \($0.text)" }
            let final = record.finals[one.purchase.number].map { ["  in the end: \($0.text)"] }
            return (["\(one.purchase)"] + answers + (final ?? [])).joined(separator: "\n")
        }
        .joined(separator: "\n")
    }

    private func put(_ text: String, into name: String) throws {
        try text.write(toFile: "\(site.folder)/\(name)", atomically: false, encoding: .utf8)
    }
}
