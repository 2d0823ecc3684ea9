/// All metrics of a process, as Prometheus reads them.
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
public struct MetricsPage: Sendable {
    private let metrics: [any Metric]

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Traps where one name has two kinds or helps, or one series exists twice: a scrape would be
    /// refused as a whole.
    public init(_ metrics: [any Metric]) {
        let families = Set(metrics.map(\.family))
        precondition(Set(families.map(\.name)).count == families.count, "one name, two metrics")
        let series = metrics.flatMap { $0.samples() }.map { $0.name + $0.labels.text }
        precondition(Set(series).count == series.count, "a series exists twice")
        self.metrics = metrics
    }

    /// The page as it is now. A name's series stand together, whatever order they came in.
    public func text() -> String {
        let groups = Dictionary(grouping: metrics, by: \.family)
        return groups.sorted { $0.key.name < $1.key.name }.map { family, metrics in
            "# HELP \(family.name) \(MetricsPage.escaped(family.help))\n"
                + "# TYPE \(family.name) \(family.kind.rawValue)\n"
                + metrics.flatMap { $0.samples() }.map(\.text).joined()
        }.joined()
    }

    private static func escaped(_ help: String) -> String {
        help.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
    }
}
