import Testing

@testable import Explorer

@Suite("The search")
struct SearchTests {
    @Test func countsAGrid() {
        var search = Search(Grid())
        let found = search.run()
        // 8 by 8 places, of which each but the last row and column has two ways on.
        #expect(found.states == 64)
        #expect(found.transitions == 2 * 7 * 8)
        #expect(found.depth == 14)
        #expect(found.longestRecovery == 14)
        #expect(found.isComplete)
    }

    @Test func tellsTheShortestWay() throws {
        var search = Search(Grid(forbidden: (2, 1)))
        let violation = try #require(search.run().violation)
        #expect(violation.what == "forbidden")
        #expect(violation.steps.count == 3)
        #expect(violation.steps.filter { $0 == "right" }.count == 2)
        #expect(violation.end == "2, 1")
    }

    @Test func seesACircle() {
        var search = Search(Grid(isRound: true))
        #expect(search.run().violation?.what == "recovery goes round in a circle")
    }

    @Test func seesABadEnd() {
        var search = Search(Grid(goodEnd: (7, 6)))
        #expect(search.run().violation?.what == "a bad end")
    }

    @Test func saysWhereItStopped() {
        var search = Search(Grid(), mostStates: 10)
        let found = search.run()
        #expect(!found.isComplete)
        #expect(found.violation == nil)
    }
}

/// Steps to the right and down on eight by eight places.
private struct Grid: TransitionSystem {
    var forbidden: (UInt8, UInt8)?
    var goodEnd: (UInt8, UInt8) = (7, 7)
    /// From the last place back to the first.
    var isRound = false

    var initial: [PackedState] { [state(0, 0)] }

    func appendSuccessors(of state: PackedState, to list: inout [Successor]) {
        let (column, row) = place(state)
        if column < 7 { list.append(Successor(self.state(column + 1, row), StepLabel("right"))) }
        if row < 7 { list.append(Successor(self.state(column, row + 1), StepLabel("down"))) }
        if isRound, column == 7, row == 7 {
            list.append(Successor(self.state(0, 0), StepLabel("back")))
        }
    }

    func appendRecovery(of state: PackedState, to list: inout [Successor]) {
        appendSuccessors(of: state, to: &list)
    }

    func violation(in state: PackedState) -> String? {
        guard let forbidden, place(state) == forbidden else { return nil }
        return "forbidden"
    }

    func complaint(atEnd state: PackedState) -> String? {
        place(state) == goodEnd ? nil : "a bad end"
    }

    func describe(_ state: PackedState) -> String { "\(place(state).0), \(place(state).1)" }

    private func state(_ column: UInt8, _ row: UInt8) -> PackedState {
        var bits = BitWriter()
        bits.write(column, bits: 3)
        bits.write(row, bits: 3)
        return bits.state
    }

    private func place(_ state: PackedState) -> (UInt8, UInt8) {
        var bits = BitReader(state)
        return (bits.read(bits: 3), bits.read(bits: 3))
    }
}
