/// One flow, one client, one fault at one boundary.
public struct Scenario: Sendable, CustomStringConvertible {
    public let flow: Flow
    public let fleet: Fleet
    public let habit: Habit
    /// `nil`: everything goes well.
    public let hit: Hit?

    /// Where what goes wrong.
    public struct Hit: Sendable {
        let boundary: Boundary
        let fault: Fault
    }

    public struct Outcome: Sendable {
        public let violations: [Violation]
        /// Whether an answer left the client in doubt. Where none did, clients of all habits do the
        /// same.
        public let wasInDoubt: Bool
    }

    public var description: String {
        let place = hit.map { "\($0.fault) at \($0.boundary)" } ?? "no fault"
        return "\(flow), \(fleet), \(habit.rawValue), \(place)"
    }

    /// Plays it, lets what is on its way arrive and what is open be resolved, and asks once more.
    ///
    /// - Parameter mutation: a guard that is left out.
    /// - Returns: what did not hold, and whether the habit had a part in it.
    /// - Throws: `SimulationStuck`.
    public func play(mutation: Mutation? = nil) throws -> Outcome {
        let world = World(mutation: mutation)
        // Soon enough that clients are in doubt often and come again while work is under way.
        world.answerTimeout = .seconds(5)
        let oracle = Oracle(of: world)
        let shopper = flow.shopper(in: world.stripe)
        flow.prepare(world, for: shopper)
        world.plan.fault = fault(hit)
        let wasInDoubt = try world.play(instances: fleet.instances) { world in
            let client = client(world, shopper, oracle)
            await flow.play(world, client)
            let wasInDoubt = client.wasInDoubt
            world.plan.fault = { _ in nil }
            await world.untilAwake()
            await world.untilQuiet()
            // What was to stop at its next call may have stopped as it woke.
            await world.untilAwake()
            await world.untilQuiet()
            oracle.checkAdopted()
            oracle.checkRefused([shopper])
            oracle.checkLast(await client.askAgain(), of: shopper)
            await world.untilQuiet()
            oracle.checkEnd([shopper])
            oracle.checkRefunds(told: client.refundsTold)
            await checkWallet(world, client, oracle)
            return wasInDoubt
        }
        return Outcome(violations: oracle.violations, wasInDoubt: wasInDoubt)
    }

    /// The cards of a signed-in customer, who looks at them when all is over. A deletion took them
    /// along.
    private func checkWallet(_ world: World, _ client: Client, _ oracle: Oracle) async {
        guard flow.keeping != nil else { return }
        let reader = Client(world, client.shopper, .repeatsRequest)
        oracle.checkCards(await reader.lookAtCards(), of: Flow.customer)
        if world.stripe.deletedCustomers.isEmpty {
            oracle.checkSaved(client.shopper, client.removal)
        }
    }

    /// The calls of a run in which nothing goes wrong but what always does.
    func boundaries() throws -> [Boundary] {
        let world = World()
        world.answerTimeout = .seconds(5)
        let shopper = flow.shopper(in: world.stripe)
        flow.prepare(world, for: shopper)
        world.plan.fault = fault(nil)
        return try world.play(instances: fleet.instances) { world in
            await flow.play(world, Client(world, shopper, habit, copies: fleet.copies))
            await world.untilQuiet()
            return world.plan.log
        }
    }

    private func client(_ world: World, _ shopper: Shopper, _ oracle: Oracle) -> Client {
        let client = Client(world, shopper, habit, copies: fleet.copies)
        client.onAnswer = { oracle.heard($0, by: shopper) }
        return client
    }

    private func fault(_ hit: Hit?) -> (Boundary) -> Fault? {
        var left = flow.first?.times ?? 0
        return { boundary in
            if boundary.number == hit?.boundary.number { return hit?.fault }
            guard left > 0, let first = flow.first, first.name == boundary.name else { return nil }
            left -= 1
            return first.fault
        }
    }
}
