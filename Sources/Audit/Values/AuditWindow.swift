/// From when to when, in microseconds since 1970 by the database's clock: payments that were
/// claimed in it, and whatever happened in it to older ones. The end does not belong to it.
public struct AuditWindow: Hashable, Sendable {
    public let from: Int64
    public let until: Int64

    public init(from: Int64, until: Int64) {
        precondition(from <= until, "a window ends after it begins")
        self.from = from
        self.until = until
    }

    public func contains(_ microseconds: Int64) -> Bool {
        from <= microseconds && microseconds < until
    }
}
