/// What happened in the last thirty days, oldest first.
struct EventLog {
    private var events: [Event] = []
    /// Events that are too old, or too many, still stand before this place.
    private var head = 0
    /// How many were let go, so that an event keeps its number.
    private var gone = 0
    /// By their ids, as far as somebody looked.
    private var numbers: [String: Int] = [:]
    /// The number of the first event that is not among them.
    private var unread = 0

    static let retentionSeconds: Int64 = 30 * 86_400
    /// A campaign's worth: about one kilobyte each.
    static let limit = 200_000

    /// The numbers of the events that can be asked for.
    var range: Range<Int> { gone + head..<gone + events.count }

    /// When the last of them happened.
    var latest: Int64 { events.last?.created ?? .min }

    subscript(number: Int) -> Event { events[number - gone] }

    mutating func number(of id: String) -> Int? {
        for number in max(unread, range.lowerBound)..<range.upperBound {
            numbers[self[number].id] = number
        }
        unread = range.upperBound
        return numbers[id]
    }

    mutating func append(_ event: Event) {
        forget(through: event.created - EventLog.retentionSeconds - 1)
        events.append(event)
        if events.count - head > EventLog.limit { drop(1) }
    }

    /// Forgets what happened at that time or before.
    mutating func forget(through time: Int64) {
        while head < events.count, events[head].created <= time { drop(1) }
    }

    /// Memory is given back in runs, so that each event costs the same.
    private mutating func drop(_ count: Int) {
        for event in events[head..<head + count].prefix(max(0, unread - gone - head)) {
            numbers[event.id] = nil
        }
        head += count
        guard head > events.count / 2 else { return }
        events.removeFirst(head)
        gone += head
        head = 0
    }
}
