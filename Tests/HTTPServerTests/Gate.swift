/// Holds handlers until the test lets them go, and tells the test when they have come.
actor Gate {
    private var isOpen = false
    private var entered = 0
    private var left = 0
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(isMet: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Called by a handler: returns once the gate is open.
    func pass() async {
        entered += 1
        tellWatchers()
        if !isOpen { await withCheckedContinuation { held.append($0) } }
        left += 1
        tellWatchers()
    }

    func open() {
        isOpen = true
        for handler in held { handler.resume() }
        held = []
    }

    /// Returns once that many handlers have come.
    func untilEntered(_ count: Int) async {
        await until { self.assumeIsolated { $0.entered } >= count }
    }

    /// Returns once that many handlers have gone on.
    func untilLeft(_ count: Int) async {
        await until { self.assumeIsolated { $0.left } >= count }
    }

    var enteredCount: Int { entered }

    private func until(_ isMet: @escaping () -> Bool) async {
        if isMet() { return }
        await withCheckedContinuation { watchers.append((isMet, $0)) }
    }

    private func tellWatchers() {
        let met = watchers.filter { $0.isMet() }
        watchers.removeAll { $0.isMet() }
        for watcher in met { watcher.continuation.resume() }
    }
}
