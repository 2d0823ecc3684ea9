/// What the answer to a request depends on, beside the objects.
struct Moment: Hashable {
    /// The place of the ids before the request.
    let place: UInt64
    let now: Int64
    /// How far the clock was ahead of the machine's.
    let advance: Int64
    let switches: Switches
}
