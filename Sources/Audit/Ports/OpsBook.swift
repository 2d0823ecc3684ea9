public import Payments

/// The book as the people see it who watch over the service. Nothing here writes, and what each
/// costs does not grow with history.
public protocol OpsBook: Sendable {
    func overview() async throws(StoreFailure) -> Overview

    /// The newest first.
    func payments(
        _ search: PaymentSearch,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookedPayment]

    func file(of payment: PaymentID) async throws(StoreFailure) -> PaymentFile?

    /// The payment that holds any of these guards.
    func holders(of keys: [String]) async throws(StoreFailure) -> [BookedPayment]

    /// The open findings of `DuplicateCase.kinds`, with their payments.
    func duplicates(atMost count: Int) async throws(StoreFailure) -> [DuplicateCase]

    /// By subject and kind.
    func findings(
        _ state: FindingState,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding]

    func finding(_ key: KeptFinding.Key) async throws(StoreFailure) -> KeptFinding?
}

/// Where a person's decision about a finding is written down.
public protocol FindingDecisions: Sendable {
    /// - Returns: whether there is such a finding.
    func decide(
        _ key: KeptFinding.Key,
        _ state: FindingState,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure) -> Bool
}
