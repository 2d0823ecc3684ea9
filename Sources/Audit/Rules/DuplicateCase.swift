public import Payments

/// A finding that says that somebody may have been charged twice, and the payments it is about.
public struct DuplicateCase: Hashable, Sendable {
    public let finding: KeptFinding
    /// In the order in which they began.
    public let payments: [BookedPayment]

    public init(finding: KeptFinding, payments: [BookedPayment]) {
        self.finding = finding
        self.payments = payments
    }

    /// Kinds that mean money may have been taken twice.
    public static let kinds: [FindingKind] = [
        .suspectedDuplicate, .orderPaidTwice, .severalIntents, .intentWithoutRow,
    ]

    /// The payments that a finding names: its subject, what is prepared, and those of its facts.
    public static func payments(in finding: KeptFinding) -> [PaymentID] {
        let words = finding.detail.split { $0 == "=" || $0 == "," || $0 == " " }.map(String.init)
        let named = [finding.key.subject, finding.prepared?.payment].compactMap { $0 } + words
        return named.compactMap(PaymentID.init).reduce(into: []) { known, id in
            if !known.contains(id) { known.append(id) }
        }
    }

    /// The cases of findings, where `payments` are all that they name.
    public static func cases(
        of findings: [KeptFinding],
        among payments: [BookedPayment]
    ) -> [DuplicateCase] {
        findings.map { finding in
            let named = DuplicateCase.payments(in: finding)
            return DuplicateCase(
                finding: finding,
                payments: payments.filter { named.contains($0.id) }
                    .sorted { $0.claimedMicroseconds < $1.claimedMicroseconds }
            )
        }
    }
}
