/// How long something takes: counts of durations up to fixed bounds. By custom its name ends in
/// `_seconds`.
public final class Histogram: Metric {
    public let family: MetricFamily
    private let labels: MetricLabels
    private let bounds: [Duration]
    private let buckets: Buckets

    /// From a commit on a good disk to the client's deadline.
    public static let requestBounds: [Duration] = [
        .milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10), .milliseconds(25),
        .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
        .milliseconds(2500), .seconds(5), .seconds(10), .seconds(30), .seconds(80),
    ]

    /// The bounds have to rise; a duration that equals a bound is counted below it.
    public init(
        _ name: String,
        help: String,
        labels: MetricLabels = [:],
        bounds: [Duration] = requestBounds
    ) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "bounds have to rise")
        family = MetricFamily(name: name, help: help, kind: .histogram)
        self.labels = labels
        self.bounds = bounds
        buckets = Buckets(bounds: bounds.count)
    }

    public func record(_ duration: Duration) {
        let bucket = bounds.firstIndex { duration <= $0 } ?? bounds.count
        buckets.record(duration.wholeMicroseconds, in: bucket)
    }

    public func samples() -> [MetricSample] {
        let names = bounds.map { Histogram.seconds($0.wholeMicroseconds) }
        return buckets.samples(of: family, labels, names: names, sum: Histogram.seconds)
    }

    /// Exactly, without floating point: 2500000 is "2.5".
    private static func seconds(_ microseconds: Int64) -> String {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = microseconds < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        let digits = String(rest + 1_000_000).dropFirst()
        let zeros = digits.reversed().prefix { $0 == "0" }.count
        return "\(sign)\(whole).\(digits.dropLast(zeros))"
    }
}
