/// A number that goes up and down: what is in flight, what waits.
public final class Gauge: Metric {
    public let family: MetricFamily
    private let labels: MetricLabels
    private let count = AtomicCount()

    public init(_ name: String, help: String, labels: MetricLabels = [:]) {
        family = MetricFamily(name: name, help: help, kind: .gauge)
        self.labels = labels
    }

    public var value: Int64 { count.value }
    public func set(_ value: Int64) { count.set(value) }
    public func add(_ amount: Int64) { count.add(amount) }

    public func samples() -> [MetricSample] {
        [MetricSample(family.name, labels, String(value))]
    }
}
