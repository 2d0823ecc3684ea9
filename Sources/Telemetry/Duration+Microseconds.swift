extension Duration {
    /// Rounded down; at most what Int64 holds.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, tooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return tooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
