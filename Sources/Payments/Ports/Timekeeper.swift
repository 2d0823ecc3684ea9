/// Time as the rules use it: monotonic, suspension included. Never a wall clock.
public protocol Timekeeper: Sendable {
    var now: Duration { get }
    /// Calls `body` once `delay` has passed, on the service's executor.
    func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}
