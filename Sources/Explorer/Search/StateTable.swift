/// Every state met so far, numbered in the order in which they were met, each with the number of
/// the one that it was first reached from. An open-addressing table of numbers over flat arrays.
struct StateTable {
    private(set) var states: [PackedState] = []
    private var parents: [UInt32] = []
    /// Numbers plus one; 0 is an empty place.
    private var places: [UInt32]

    init() {
        places = Array(repeating: 0, count: 1 << 12)
    }

    var count: Int { states.count }

    func parent(of index: Int) -> Int? {
        parents[index] == .max ? nil : Int(parents[index])
    }

    func index(of state: PackedState) -> Int? {
        let entry = places[place(of: state)]
        return entry == 0 ? nil : Int(entry) - 1
    }

    /// Whether the state is new.
    mutating func insert(_ state: PackedState, from parent: Int?) -> Bool {
        let place = place(of: state)
        guard places[place] == 0 else { return false }
        states.append(state)
        parents.append(parent.map(UInt32.init) ?? .max)
        places[place] = UInt32(states.count)
        // Half full at most, so that a search meets an empty place soon.
        if states.count * 2 > places.count { grow() }
        return true
    }

    private func place(of state: PackedState) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: state.mixed) & mask
        while places[place] != 0, states[Int(places[place]) - 1] != state {
            place = (place + 1) & mask
        }
        return place
    }

    private mutating func grow() {
        let mask = places.count * 2 - 1
        var larger = [UInt32](repeating: 0, count: mask + 1)
        for index in states.indices {
            var place = Int(truncatingIfNeeded: states[index].mixed) & mask
            while larger[place] != 0 { place = (place + 1) & mask }
            larger[place] = UInt32(index + 1)
        }
        places = larger
    }
}
