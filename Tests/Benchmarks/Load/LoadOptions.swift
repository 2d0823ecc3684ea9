/// What one run sends, and for how long. Both the count and the time of a run are bounded.
struct LoadOptions {
    enum Mode: String {
        /// Each connection sends its next request when the answer is there: how much goes through.
        case closed
        /// Requests leave at fixed times, whatever became of those before: how long one takes.
        case open
        /// The same request again and again, after it was answered once.
        case replay
    }

    enum Target: String {
        /// The service's `/pay`.
        case pay
        /// What the service itself would send to Stripe, to see how long that takes alone.
        case stripe
    }

    let mode: Mode
    private(set) var target = Target.pay
    private(set) var port: UInt16 = 0
    private(set) var connections = 1
    private(set) var ratePerSecond = 100
    private(set) var seconds = 10
    private(set) var warmupSeconds = 0
    private(set) var requests = LoadOptions.mostRequests

    /// Each keeps eight bytes.
    static let mostRequests = 5_000_000
    static let mostConnections = 20_000

    static let usage = """
        usage: bench-load closed|open|replay --port N [--target pay|stripe] [--connections N]
                          [--rate PER_SECOND] [--seconds N] [--warmup SECONDS] [--requests N]
        """

    init?(_ words: [String]) {
        guard let mode = words.first.flatMap(Mode.init), words.count % 2 == 1 else { return nil }
        self.mode = mode
        for index in stride(from: 1, to: words.count, by: 2) {
            guard set(words[index], to: words[index + 1]) else { return nil }
        }
        guard port > 0 else { return nil }
    }

    private mutating func set(_ flag: String, to word: String) -> Bool {
        if flag == "--target" {
            guard let target = Target(rawValue: word) else { return false }
            self.target = target
            return true
        }
        guard let number = Int(word), number >= 0 else { return false }
        switch flag {
        case "--port": port = UInt16(clamping: number)
        case "--connections": connections = min(max(number, 1), LoadOptions.mostConnections)
        case "--rate": ratePerSecond = max(number, 1)
        case "--seconds": seconds = number
        case "--warmup": warmupSeconds = number
        case "--requests": requests = min(number, LoadOptions.mostRequests)
        default: return false
        }
        return true
    }
}
