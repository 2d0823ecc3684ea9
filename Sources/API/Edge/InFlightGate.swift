/// Counts the requests that are with the use cases.
actor InFlightGate {
    private let most: Int
    private var count = 0

    init(most: Int) {
        self.most = most
    }

    /// Whether there is room for one more; who gets in has to leave.
    func enter() -> Bool {
        guard count < most else { return false }
        count += 1
        return true
    }

    func leave() {
        precondition(count > 0, "who leaves has entered")
        count -= 1
    }
}
