/// What came of a run.
struct LoadReport {
    /// Answers that were right, in the whole run.
    var right = 0
    /// Answers that were not, and requests that were not answered.
    var wrong = 0
    /// The first of them, for the reader.
    var firstWrong: String?
    /// Right answers within the measured time, and how long that was.
    var measured = 0
    var measuredMicroseconds = 0
    /// From the moment for which each measured request was planned to its answer.
    var latencies: [Int] = []

    /// One flat object.
    var json: String {
        let sorted = latencies.sorted()
        let perSecond = measuredMicroseconds == 0 ? 0 : measured * 1_000_000 / measuredMicroseconds
        var members = [
            "\"right\":\(right)", "\"wrong\":\(wrong)", "\"per_second\":\(perSecond)",
            "\"p50_us\":\(Self.percentile(50, of: sorted))",
            "\"p99_us\":\(Self.percentile(99, of: sorted))",
            "\"longest_us\":\(sorted.last ?? 0)",
        ]
        if let firstWrong {
            let visible = firstWrong.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
            members.append("\"first_wrong\":\"\(visible)\"")
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func percentile(_ percent: Int, of sorted: [Int]) -> Int {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }
}
