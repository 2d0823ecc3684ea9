import Testing

@testable import Explorer

@Suite("The model of holds")
struct HoldModelTests {
    @Test(arguments: Bounds.small.holds)
    func smallBoundsHold(_ configuration: HoldConfiguration) {
        var search = Search(HoldModel(configuration))
        let found = search.run()
        #expect(found.violation == nil)
        #expect(found.isComplete)
        #expect(found.longestRecovery > 0)
    }

    private static let noticed: [(HoldMutation, Faults, String)] = [
        (.verdictWithTheStep, Faults(), "I11"),
        (.cancelBeforeTelling, Faults(), "I5"),
        (.openCapture, Faults(lateSends: 1), "a capture and a cancel are with Stripe at once"),
        (.openBeforeReading, Faults(pauses: 1, lateSends: 1), "I5"),
        (.captureBeforeCommit, Faults(), "I9"),
        (.resendLimit, Faults(crashes: 1), "a charge is sent long after"),
        (.fencing, Faults(pauses: 1), ""),
        (.leaseAtTheWire, Faults(pauses: 1), ""),
    ]

    @Test(arguments: noticed.indices)
    func aMissingRuleIsSeen(_ index: Int) throws {
        let (mutation, faults, what) = HoldModelTests.noticed[index]
        var search = Search(HoldModel(HoldConfiguration(faults, without: mutation)))
        let violation = try #require(search.run().violation)
        #expect(violation.what.hasPrefix(what))
        #expect(!violation.steps.isEmpty)
    }

    /// The same bounds, all rules in place.
    @Test(arguments: noticed.indices)
    func andOnlyThen(_ index: Int) {
        var search = Search(HoldModel(HoldConfiguration(HoldModelTests.noticed[index].1)))
        let found = search.run()
        #expect(found.violation == nil)
        #expect(found.isComplete)
    }

    @Test func allRulesAreAsked() {
        #expect(Set(HoldModelTests.noticed.map(\.0)) == Set(HoldMutation.allCases))
    }

    /// Every end is reached: otherwise the model would hold by never coming there.
    private static let faulty = HoldConfiguration(Faults(crashes: 1, lostAnswers: 1))

    @Test(arguments: [HoldState.succeeded, .declined, .canceled])
    func comesToEveryEnd(_ state: HoldState) {
        var search = Search(Reaching(model: HoldModel(HoldModelTests.faulty), state: state))
        #expect(search.run().violation?.what == "reached")
    }

    @Test func worldsComeBack() {
        var world = HoldWorld()
        world.row.state = .capturing
        world.row.closing = .refused
        world.row.verdict = .unchecked
        world.row.step = Step(name: Step.capture, number: 3)
        world.intent.answers[11] = .failure
        world.workers[2].seenStep = Step(name: Step.cancel, number: 2)
        world.workers[1].captures = 3
        world.faults.lateSends = 2
        let packed = world.packed
        #expect(HoldWorld(packed).packed == packed)
        #expect(packed != HoldWorld().packed)
        #expect(world.normal.normal.packed == world.normal.packed)
    }
}

/// The model with a state as what must not be.
private struct Reaching: TransitionSystem {
    let model: HoldModel
    let state: HoldState

    var initial: [PackedState] { model.initial }

    func appendSuccessors(of state: PackedState, to list: inout [Successor]) {
        model.appendSuccessors(of: state, to: &list)
    }

    func violation(in state: PackedState) -> String? {
        HoldWorld(state).row.state == self.state ? "reached" : nil
    }

    func appendRecovery(of state: PackedState, to list: inout [Successor]) {}
    func complaint(atEnd state: PackedState) -> String? { nil }
    func describe(_ state: PackedState) -> String { model.describe(state) }
}
