/// What a histogram counts, whatever its bounds are: one bucket for each of them, one for what is
/// more than all, and the sum.
struct Buckets: Sendable {
    /// Not cumulative.
    private let counts: [AtomicCount]
    private let sum = AtomicCount()

    init(bounds: Int) {
        counts = (0...bounds).map { _ in AtomicCount() }
    }

    /// `amount` is added to the sum.
    func record(_ amount: Int64, in bucket: Int) {
        counts[bucket].add(1)
        sum.add(amount)
    }

    /// The total is that of the buckets as they were read, so a scrape agrees with itself. `names`
    /// are those of the bounds, as `le` has them; `text` is how a sum is written.
    func samples(
        of family: MetricFamily,
        _ labels: MetricLabels,
        names: [String],
        sum text: (Int64) -> String
    ) -> [MetricSample] {
        var total: Int64 = 0
        var samples: [MetricSample] = []
        for (name, count) in zip(names + ["+Inf"], counts) {
            total += count.value
            let labels = labels.adding("le", name)
            samples.append(MetricSample("\(family.name)_bucket", labels, String(total)))
        }
        samples.append(MetricSample("\(family.name)_sum", labels, text(sum.value)))
        samples.append(MetricSample("\(family.name)_count", labels, String(total)))
        return samples
    }
}
