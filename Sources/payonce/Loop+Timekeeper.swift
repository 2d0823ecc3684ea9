public import EventLoop
public import Payments

/// In production, time and place of the payments are the loop.
extension Loop: Timekeeper {
    public var executor: any TaskExecutor { self }

    public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        schedule(after: delay, body)
    }
}
