/// Time and place of the service: a monotonic clock, suspension included and never a wall clock,
/// and the executor that its work runs on. In production both are the loop.
public protocol Timekeeper: Sendable {
    var now: Duration { get }
    /// Calls `body` on the executor once `delay` has passed. Called on the executor only.
    func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
    var executor: any TaskExecutor { get }
}
