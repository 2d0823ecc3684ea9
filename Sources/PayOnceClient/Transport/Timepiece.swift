public import Foundation

/// Time, as a checkout needs it: from outside, so that tests can turn it.
public protocol Timepiece: Sendable {
    /// The wall's time. Only the age of a tap is told by it, over restarts of the app.
    func now() -> Date
    /// Time that only goes forward, from any point.
    func elapsed() -> Duration
    /// Returns early where the task is canceled.
    func sleep(for pause: Duration) async
    /// Between 0 and 1: spreads the tries of many apps.
    func dice() -> Double
}

/// The device's own.
public struct SystemTimepiece: Timepiece {
    private let start = ContinuousClock.now

    public init() {}

    public func now() -> Date { Date() }
    public func elapsed() -> Duration { start.duration(to: .now) }
    public func dice() -> Double { Double.random(in: 0..<1) }

    public func sleep(for pause: Duration) async {
        do {
            try await Task.sleep(for: pause)
        } catch {
            // Canceled: whoever sleeps looks.
        }
    }
}
