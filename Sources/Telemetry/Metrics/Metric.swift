/// Something that is counted or measured, as one or more series of one name.
///
/// Metrics are made at the start, with every label value they will ever have, so that their number
/// is bounded and nothing that a client sends becomes a label. They may be used from anywhere: the
/// values are atomic, without locks.
public protocol Metric: Sendable {
    /// The name, the help and the kind: what a scrape says once for all series of the name.
    var family: MetricFamily { get }
    /// The lines of the series.
    func samples() -> [MetricSample]
}
