/// A quantity over time, and the straight line through it: whether something grows is computed from
/// all measurements, and not seen in a few.
public struct Trend: Sendable {
    private let points: [(x: Double, y: Double)]

    /// - Parameter points: seconds and what was measured then.
    public init(_ points: [(seconds: Double, value: Double)]) {
        self.points = points.map { ($0.seconds, $0.value) }
    }

    public var mean: Double { points.isEmpty ? 0 : sum(\.y) / Double(points.count) }

    /// Per second, by least squares; 0 where there are not two moments.
    public var slope: Double {
        let count = Double(points.count)
        let meanX = points.isEmpty ? 0 : sum(\.x) / count
        let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard spread > 0 else { return 0 }
        return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - mean) } / spread
    }

    /// By how much the line rises from the first to the last measurement.
    public var rise: Double {
        let moments = points.map(\.x)
        guard let first = moments.min(), let last = moments.max() else { return 0 }
        return slope * (last - first)
    }

    /// Without the beginning, when caches fill and pools open.
    public func droppingFirst(_ share: Double) -> Trend {
        let left = points.dropFirst(Int(Double(points.count) * share))
        return Trend(left.map { ($0.x, $0.y) })
    }

    private func sum(_ part: KeyPath<(x: Double, y: Double), Double>) -> Double {
        points.reduce(0) { $0 + $1[keyPath: part] }
    }
}
