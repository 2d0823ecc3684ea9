import Testing

@testable import Explorer

/// With a rule taken out, the model has to notice: that is how it is known to be able to see.
@Suite("A missing rule is seen")
struct MutationTests {
    private static let noticed: [(Mutation, RequestShape, Faults, String)] = [
        (.fencing, .keysAlone, Faults(pauses: 1, lostAnswers: 1), ""),
        (.leaseAtTheWire, .keysAndOrder, Faults(pauses: 1), ""),
        (
            .leaseAtTheClaim, .keysAlone, Faults(crashes: 1, pauses: 1),
            "a charge is sent long after"
        ),
        (.orderGuard, .keysAndOrder, Faults(), "I1"),
        (.cardGuard, .cardAlone, Faults(), "I1"),
        (.methodGuard, .keysAlone, Faults(), "I1"),
        (.takeoverFromTerminalOnly, .keysAndOrder, Faults(), "I1"),
        (.undoOfPartialClaim, .keysAndOrder, Faults(), "a guard is held"),
        (.cancelBeforeReplace, .keysAndOrder, Faults(), "I5"),
        (.horizon, .keysAlone, Faults(crashes: 1), "I2"),
        (.resendLimit, .keysAlone, Faults(lostAnswers: 1), "a charge is sent long after"),
        (.claimBeforeCall, .keysAlone, Faults(), "I9"),
        (.listNotSearch, .keysAlone, Faults(lostAnswers: 1), "I5"),
        (.checkOfAnswer, .keysAlone, Faults(oddAnswers: 1), "I3"),
    ]

    @Test(arguments: noticed.indices)
    func isSeen(_ index: Int) throws {
        let (mutation, shape, faults, what) = MutationTests.noticed[index]
        let sound = Configuration(mutation.rawValue, shape, faults)
        var search = Search(PaymentModel(sound.without(mutation)))
        let violation = try #require(search.run().violation)
        #expect(violation.what.hasPrefix(what))
        #expect(!violation.steps.isEmpty)
    }

    /// The same bounds, all rules in place.
    @Test(arguments: noticed.indices)
    func andOnlyThen(_ index: Int) {
        let (mutation, shape, faults, _) = MutationTests.noticed[index]
        var search = Search(PaymentModel(Configuration(mutation.rawValue, shape, faults)))
        let found = search.run()
        #expect(found.violation == nil)
        #expect(found.isComplete)
    }

    /// Fence and owner stand for each other: either alone refuses every late writer of these
    /// bounds, which shows that the second is a second line of defence.
    @Test(arguments: [Mutation.fenceNumber, .ownerCheck])
    func oneOfTwoIsEnough(_ mutation: Mutation) {
        let faults = Faults(pauses: 1, lostAnswers: 1)
        let configuration = Configuration("two", .keysAlone, faults).without(mutation)
        var search = Search(PaymentModel(configuration))
        #expect(search.run().violation == nil)
    }

    @Test func allAreAsked() {
        let asked = Set(MutationTests.noticed.map(\.0)).union([.fenceNumber, .ownerCheck])
        #expect(asked == Set(Mutation.allCases))
    }
}
