/// A number that only grows. By custom its name ends in `_total`.
public final class Counter: Metric {
    public let family: MetricFamily
    private let labels: MetricLabels
    private let count = AtomicCount()

    public init(_ name: String, help: String, labels: MetricLabels = [:]) {
        family = MetricFamily(name: name, help: help, kind: .counter)
        self.labels = labels
    }

    public var value: Int64 { count.value }

    public func increment(by amount: Int64 = 1) {
        precondition(amount >= 0, "a counter does not go down")
        count.add(amount)
    }

    public func samples() -> [MetricSample] {
        [MetricSample(family.name, labels, String(value))]
    }
}
