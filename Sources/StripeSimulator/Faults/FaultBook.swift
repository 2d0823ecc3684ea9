/// The faults that were asked for, in their order. A request gets the first whose turn it is.
struct FaultBook {
    private(set) var faults: [Fault] = []
    private var generator: SeededGenerator

    /// Campaigns add a handful; each request walks the list.
    static let limit = 1000

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func add(_ fault: Fault) {
        faults.append(fault)
    }

    mutating func clear() {
        faults = []
    }

    mutating func take(for request: SimulatorRequest) -> Fault? {
        for place in faults.indices where faults[place].concerns(request) {
            faults[place].matched += 1
            guard faults[place].matched > faults[place].after, isDrawn(faults[place]) else {
                continue
            }
            faults[place].applied += 1
            return faults[place]
        }
        return nil
    }

    private mutating func isDrawn(_ fault: Fault) -> Bool {
        guard let probability = fault.probability else { return true }
        return Double.random(in: 0..<1, using: &generator) < probability
    }
}
