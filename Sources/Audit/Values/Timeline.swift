/// What happened to one payment, as it is written down.
public struct Timeline: Hashable, Sendable {
    public var events: [TimelineEvent]
    public var steps: [TimelineStep]

    public init(events: [TimelineEvent], steps: [TimelineStep]) {
        self.events = events
        self.steps = steps
    }
}
