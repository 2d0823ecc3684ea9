/// Where a proxy is to cut: the next so many bytes of one direction pass, over all its connections,
/// and the connection with the byte after them is closed.
struct ProxyCut: Sendable {
    let way: CuttingProxy.Way
    private(set) var left: Int
    private(set) var isDone = false

    init(_ way: CuttingProxy.Way, after bytes: Int) {
        self.way = way
        left = bytes
    }

    /// How many of the bytes pass; fewer than all is the cut.
    mutating func pass(_ count: Int, _ way: CuttingProxy.Way) -> Int {
        guard way == self.way, !isDone else { return count }
        guard count > left else {
            left -= count
            return count
        }
        isDone = true
        return left
    }
}
