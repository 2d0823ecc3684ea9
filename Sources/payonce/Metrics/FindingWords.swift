import Audit

/// The words of all kinds of findings: those of an audit, and those that the service notes while it
/// works. `docs/runbook.md` says of each what to do.
enum FindingWords {
    static let noted = [
        "mismatch", "contradiction", "intent_missing", "no_progress", "cvc_unchecked", "cvc_failed",
        "refund_contradiction", "unknown_intent", "disputed", "dispute_lost", "dispute_missing",
        "events_missed", "unreadable", "unattended",
    ]

    static let all = Set(FindingKind.allCases.map(\.rawValue) + noted).sorted()
}
