/// How much of Stripe's time is compared at once: much where little happened, so that quiet years
/// take few calls, and little where much did, because what was seen is remembered until the slice
/// is done.
struct Slice: Hashable {
    private let end: Int64
    private var begin: Int64
    private var length = Slice.first

    private static let minute: Int64 = 60 * 1_000_000
    private static let first = 60 * minute
    private static let shortest = 5 * minute
    private static let longest = 24 * 60 * minute
    /// With more than this a slice is halved, with less than a tenth of it doubled.
    private static let many = 20_000

    init(from begin: Int64, in window: AuditWindow) {
        self.begin = max(begin, window.from)
        end = window.until
    }

    /// The next one; `nil` where all is done.
    var window: AuditWindow? {
        guard begin < end else { return nil }
        return AuditWindow(from: begin, until: min(begin + length, end))
    }

    /// The present one is done, and so many were in it.
    mutating func done(_ count: Int) {
        begin += length
        if count > Slice.many { length = max(length / 2, Slice.shortest) }
        if count < Slice.many / 10 { length = min(length * 2, Slice.longest) }
    }
}
