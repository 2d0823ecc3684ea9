public import Payments

/// Seals in the database.
public protocol SealBook: Sendable {
    /// The moment before which every event is there: that of the oldest transaction which is open,
    /// and at least `age` ago.
    func horizon(age: Duration) async throws(StoreFailure) -> Int64

    /// Seals the next window that ends at `horizon` or before.
    ///
    /// - Returns: the seal; `nil` where there is nothing to seal, or somebody else does it.
    func sealNext(before horizon: Int64) async throws(StoreFailure) -> Seal?
}
