/// How the shop is told: when again, and how long anybody waits for it.
public enum DeliveryRules {
    /// A customer waits this long for what the shop says first.
    public static let firstAnswer: Duration = .seconds(2)
    /// One call of the shop.
    public static let timeout: Duration = .seconds(10)
    /// Whoever begins a delivery has it alone for so long: three calls of the longest, so that a
    /// slow commit behind one makes no second call.
    public static let hold: Duration = .seconds(30)
    /// Deliveries of an instance at once. More are left for later, so that a shop that hangs holds
    /// neither memory nor connections without end.
    public static let mostAtOnce = 500
    /// What the customer is shown of the shop's answer, in characters: a sentence or a link.
    public static let longestAnswer = 500

    private static let firstPause: Duration = .seconds(5)
    private static let longestPause: Duration = .seconds(3600)

    /// How long to wait after the try of this number, counted from 1: five seconds, doubled up to
    /// an hour, for ever. Half of it is sure and half by chance (`jitter` is 0 to 1,023), so that
    /// what failed together does not come back together.
    public static func pause(after attempts: Int, jitter: Int) -> Duration {
        let base = min(firstPause * (1 << min(max(attempts - 1, 0), 20)), longestPause)
        return base * (1024 + jitter) / 2048
    }
}
