/// How many there are of something at a time: counts of whole numbers up to fixed bounds.
public struct SizeHistogram: Metric {
    public let family: MetricFamily
    private let labels: MetricLabels
    private let bounds: [Int64]
    private let buckets: Buckets

    /// The bounds have to rise; a size that equals a bound is counted below it.
    public init(_ name: String, help: String, labels: MetricLabels = [:], bounds: [Int64]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "bounds have to rise")
        family = MetricFamily(name: name, help: help, kind: .histogram)
        self.labels = labels
        self.bounds = bounds
        buckets = Buckets(bounds: bounds.count)
    }

    public func record(_ size: Int) {
        let size = Int64(size)
        buckets.record(size, in: bounds.firstIndex { size <= $0 } ?? bounds.count)
    }

    public func samples() -> [MetricSample] {
        buckets.samples(of: family, labels, names: bounds.map { String($0) }) { String($0) }
    }
}
