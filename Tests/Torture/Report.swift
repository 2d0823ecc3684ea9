import TestKit

/// The end of a run in words and numbers.
struct Report {
    private let record: CampaignRecord
    private let verdict: Verdict
    private let site: Site

    /// Violations of a kind that are printed; the rest is in the evidence.
    private static let mostShown = 10

    init(_ record: CampaignRecord, _ verdict: Verdict, _ site: Site) async throws {
        self.record = record
        self.verdict = verdict
        self.site = site
    }

    func text() async throws -> String {
        let lines =
            [""] + counts() + [""] + faults() + [""] + (try await nearMisses()) + [""]
            + (try await times()) + record.soak.map(\.text) + audits() + [""] + result()
        return lines.joined(separator: "\n")
    }

    // MARK: Parts

    private func counts() -> [String] {
        let told = record.purchases.flatMap(\.told)
        let states = Dictionary(grouping: verdict.ledger.entries, by: \.state).mapValues(\.count)
        return [
            "seed \(record.seed), \(seconds(record.duration)) under fire",
            "\(record.purchases.count) purchases; "
                + "\(told.count + record.unanswered) requests, \(record.unanswered) without answer",
            "\(verdict.ledger.entries.count) payments: \(list(states))",
            "\(verdict.book.count) charges in the bank's book",
            "purchases: \(list(kinds))",
            "beside them: \(list(deeds))",
        ]
    }

    private var kinds: [String: Int] {
        Dictionary(grouping: record.purchases, by: \.purchase.kind.rawValue).mapValues(\.count)
    }

    private var deeds: [String: Int] {
        let heard = site.shop.heard.values
        let entries = verdict.ledger.entries
        return [
            "refunds asked for": record.refunds.count,
            "refunds given": record.refunds.count { $0.final.hasGiven },
            "refunds refused": record.refunds.count { !$0.final.hasGiven },
            "things told to the shop": heard.count,
            "things told to it more than once": heard.count { $0.count > 1 },
            "charges that wanted their customer": record.purchases.count {
                $0.purchase.kind == .charged && $0.told.contains(where: \.waitsForCustomer)
            },
            "of them paid": record.purchases.count {
                $0.purchase.kind == .charged && $0.told.contains(where: \.waitsForCustomer)
                    && verdict.charges[$0.purchase.number] != nil
            },
            "sheets of which no app said that they were paid": record.purchases.count {
                $0.purchase.kind == .sheet && !$0.isPaid
                    && verdict.charges[$0.purchase.number] != nil
            },
            "looks at saved cards": record.purchases.reduce(0) { $0 + $1.wallet.lists.count }
                + record.wallets.count,
            "saved cards taken off": record.purchases.count { $0.wallet.removal == .told },
            "security codes looked at before the charge": entries.count {
                $0.policy == "refuse" && !$0.check.isEmpty
            },
            "wrong ones given back": entries.count {
                $0.policy == "refuse" && $0.check == "fail" && $0.state == "declined"
            },
        ]
    }

    private func faults() -> [String] {
        ["faults:"] + rows(record.injected)
            + ["  \(site.fleet.log.lives) lives of services ended"]
    }

    private func nearMisses() async throws -> [String] {
        let events = try await Ledger.events(site.database)
        let sent = record.log.keys.values
        let joined = record.purchases.flatMap(\.told).count { $0.isReplay }
        var misses = [
            "steps sent to Stripe more than once": sent.count { $0.count > 1 },
            "repeats that Stripe answered from memory": sent.reduce(0) { $0 + $1.replayed },
            "requests that joined a payment": joined,
            "fence losses (taken over from a dead or late service)":
                try await Ledger.fenceLosses(site.database),
            "adoptions (outcomes found by reading)": try await Ledger.adoptions(site.database),
            "answers that got lost (silence)": events["silence"] ?? 0,
            "old answers that were read anew": events["replayed"] ?? 0,
            "customers who asked for three minutes under fire in vain":
                record.purchases.count { $0.isGivenUp },
            "drives given up": events["given_up"] ?? 0,
        ]
        for (kind, count) in try await Ledger.findings(site.database) {
            misses["finding \(kind)"] = count
        }
        return ["near misses:"] + rows(misses)
            + ["events: \(list(events))", "at Stripe: \(list(record.log.outcomes))"]
    }

    private func times() async throws -> [String] {
        let spread = try await Ledger.resolution(site.database)
        let words = zip(["p50", "p99", "max"], spread).map { "\($0) \(rounded($1)) s" }
        return [
            "time to resolution: \(words.joined(separator: ", "))",
            "everything was resolved \(seconds(record.settling)) after the last fault",
        ]
    }

    private func audits() -> [String] {
        record.audits.map { words, audit in
            let kinds = Dictionary(grouping: audit.open) { $0.prefix { $0 != " " } }
            let open = kinds.isEmpty ? "" : ": \(list(counts(of: kinds)))"
            return "payonce \((["audit"] + words).joined(separator: " ")): exit \(audit.status), "
                + "\(audit.open.count) findings" + open
        }
    }

    private func counts(of kinds: [Substring: [String]]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: kinds.map { (String($0), $1.count) })
    }

    private func result() -> [String] {
        var lines = Verdict.Kind.allCases.flatMap { kind in
            let found = verdict.violations[kind] ?? []
            return ["\(found.count) \(kind.rawValue)"]
                + found.prefix(Report.mostShown).map { "  \($0)" }
        }
        if verdict.isClean {
            // The rule of three: no failure in n trials bounds the rate by 3/n at 95 %.
            let count = record.purchases.count
            lines.append("0 failures in \(count): fewer than 1 in \(count / 3) at 95 %")
        } else {
            lines.append("FOUND SOMETHING; again with --seed \(record.seed)")
        }
        return lines
    }

    private func rows(_ counts: [String: Int]) -> [String] {
        counts.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" }
    }

    private func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
            .joined(separator: ", ")
    }

    private func seconds(_ duration: Duration) -> String {
        rounded(
            Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        )
            + " s"
    }

    private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

extension CampaignRecord {
    /// Requests of customers that got no answer.
    var unanswered: Int { purchases.reduce(0) { $0 + $1.unanswered } }
}
