/// Counters that differ in the value of one label, out of a fixed list. Everything else is counted
/// as `other`.
public struct LabeledCounter: Metric {
    public let family: MetricFamily
    private let counters: [String: Counter]
    private let other: Counter

    public init(
        _ name: String,
        help: String,
        label: String,
        values: [String],
        labels: MetricLabels = [:]
    ) {
        func counter(_ value: String) -> Counter {
            Counter(name, help: help, labels: labels.adding(label, value))
        }
        precondition(!values.contains("other"), "other is there already")
        other = counter("other")
        counters = Dictionary(uniqueKeysWithValues: values.map { ($0, counter($0)) })
        family = other.family
    }

    public subscript(value: String) -> Counter { counters[value] ?? other }

    public func samples() -> [MetricSample] {
        let sorted = counters.sorted { $0.key < $1.key }.map(\.value)
        return (sorted + [other]).flatMap { $0.samples() }
    }
}
