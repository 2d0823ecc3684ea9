/// The simulator's time in seconds since 1970: the machine's, moved forward on demand. It never
/// goes back, whatever the machine's clock does, so that `created` orders the objects.
struct SimulatorClock {
    private let wall: () -> Int64
    /// How far it was moved.
    private(set) var advance: Int64 = 0
    private var latest: Int64 = 0

    init(wall: @escaping () -> Int64) {
        self.wall = wall
    }

    /// A clock that shows one time until it is moved, for what is done again.
    init(standingAt now: Int64, advance: Int64) {
        wall = { now - advance }
        self.advance = advance
        latest = now
    }

    /// Where `other` ended, by the machine of this clock from there on.
    func goingOn(from other: SimulatorClock) -> SimulatorClock {
        var clock = self
        clock.advance = other.advance
        clock.latest = max(latest, other.latest)
        return clock
    }

    mutating func now() -> Int64 {
        latest = max(latest, wall() + advance)
        return latest
    }

    mutating func advance(by seconds: Int64) {
        advance += seconds
    }

    /// Back to the machine's time.
    mutating func reset() {
        advance = 0
        latest = 0
    }
}
