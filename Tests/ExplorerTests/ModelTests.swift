import Testing

@testable import Explorer

@Suite("The model")
struct ModelTests {
    @Test(arguments: Bounds.small.configurations)
    func smallBoundsHold(_ configuration: Configuration) {
        var search = Search(PaymentModel(configuration))
        let found = search.run()
        #expect(found.violation == nil)
        #expect(found.isComplete)
        #expect(found.longestRecovery > 0)
    }

    /// To follow one order of steps that commute hides nothing: with all orders the verdict is the
    /// same, with the rules in place and without.
    @Test(arguments: [nil, Mutation.methodGuard, .undoOfPartialClaim, .cancelBeforeReplace])
    func reductionChangesNoVerdict(_ mutation: Mutation?) {
        let sound = Configuration("reduction", .keysAlone, Faults())
        let configuration = mutation.map(sound.without) ?? sound
        var reduced = Search(PaymentModel(configuration))
        var full = Search(PaymentModel(configuration, isReduced: false))
        let (few, many) = (reduced.run(), full.run())
        #expect((few.violation == nil) == (many.violation == nil))
        if mutation == nil { #expect(few.states < many.states) }
    }
}
