import Campaign
import Testing

@Suite("Every boundary of every flow")
struct ScenarioMatrixTests {
    /// Each call of a port is hit by each fault that it can have, in a world of its own. Then
    /// everything goes well, and what is left has to come to its end without anybody's help.
    @Test("survives each fault", arguments: Flow.all)
    func survives(_ flow: Flow) throws {
        let result = try ScenarioMatrix(of: flow).run()
        print("\(flow): \(result.scenarios) scenarios, \(result.played) played")
        #expect(result.scenarios > 500)
        // Only the first: there may be thousands.
        let failures = Array(result.failures.prefix(5))
        #expect(failures.isEmpty)
    }

    @Test("has flows of different names")
    func names() {
        #expect(Set(Flow.all.map(\.name)).count == Flow.all.count)
    }

    /// A check that sees nothing would be content with these too.
    @Test(
        "sees a guard that is left out",
        arguments: [
            (Mutation.keysForgotten, "recover a lost answer"), (.guardsIgnored, "pay by card"),
            (.claimsForgotten, "pay"), (.fenceIgnored, "pay while Stripe refuses"),
            (.keysForgotten, "refund"), (.outboxForgotten, "pay and tell the shop"),
            (.hintsForgotten, "adopt a refund"), (.hintsForgotten, "learn of a dispute"),
        ]
    )
    func mutations(_ mutation: Mutation, _ name: String) throws {
        let flow = try #require(Flow.all.first { $0.name == name })
        let result = try ScenarioMatrix(of: flow, mutation: mutation).run()
        #expect(!result.failures.isEmpty)
    }
}
