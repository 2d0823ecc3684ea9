/// What all series of a name have in common.
public struct MetricFamily: Hashable, Sendable {
    public let name: String
    public let help: String
    public let kind: Kind

    public enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    /// Traps on a name that Prometheus does not take.
    public init(name: String, help: String, kind: Kind) {
        precondition(MetricName.isValid(name), "\(name) is no name of a metric")
        self.name = name
        self.help = help
        self.kind = kind
    }
}
