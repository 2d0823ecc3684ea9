/// One line of the exposition: a name, labels, and a number that is written already.
public struct MetricSample: Hashable, Sendable {
    let name: String
    let labels: MetricLabels
    let number: String

    init(_ name: String, _ labels: MetricLabels, _ number: String) {
        self.name = name
        self.labels = labels
        self.number = number
    }

    var text: String { "\(name)\(labels.text) \(number)\n" }
}
