/// The deadlines of waiting requests. Nearly all requests have the same patience, so they come in
/// the order of their deadlines and one alarm at the front serves all of them.
struct DeadlineQueue {
    private var waiters: [Waiter] = []
    private var head = 0
    private(set) var isAlarmSet = false

    /// How late a request may be answered at most; a timer for each would cost more than it is
    /// worth.
    static let tick: Duration = .milliseconds(50)

    /// Whether an alarm has to be set.
    mutating func add(_ waiter: Waiter) -> Bool {
        waiters.append(waiter)
        defer { isAlarmSet = true }
        return !isAlarmSet
    }

    /// Answers what is due; whether another alarm is wanted.
    mutating func fire(at now: Duration) -> Bool {
        // Those in the middle are looked at too: a shorter patience may have come after a longer.
        for waiter in waiters[head...] where waiter.deadline <= now { waiter.resume() }
        while head < waiters.count, waiters[head].isDone { head += 1 }
        if head > waiters.count / 2 {
            waiters.removeFirst(head)
            head = 0
        }
        isAlarmSet = !waiters.isEmpty
        return isAlarmSet
    }
}
