import TestKit

/// Everything that was done and seen.
struct CampaignRecord: Sendable {
    let seed: UInt64
    let purchases: [PurchaseRecord]
    /// What each customer was told in the end, by the purchase's number.
    let finals: [Int: Answer]
    /// The saved cards that each customer was shown in the end, likewise.
    let wallets: [Int: [String]]
    /// The shop's refunds, and what it was told in the end.
    let refunds: [(refund: Refund, final: Refund.Answer)]
    /// What the program's own audits said, and how each was called.
    let audits: [(words: [String], audit: ServiceAudit)]
    /// Faults by kind.
    let injected: [String: Int]
    /// Payments that were open a minute after the last fault.
    let unresolved: [String]
    let duration: Duration
    /// From the last fault until nothing was open.
    let settling: Duration
    /// What a soak measured, and whether it was flat.
    let soak: [(text: String, isFlat: Bool)]
    let log: StripeLog.State
}
