import Payments
import TestKit
import Testing

/// What a client does.
private enum Flow: String, CaseIterable, Sendable {
    case pay
    case payAndFinish
    case replace
    case cancel
    /// The first run dies when the create has been executed.
    case recover

    func play(_ world: World, _ client: Client) async {
        switch self {
        case .pay: await client.pay(Sample.visa)
        case .payAndFinish:
            world.stripe.cards[Sample.visa] = .challenges(then: .pays)
            await client.pay(Sample.visa)
            await client.finish()
        case .replace:
            world.stripe.cards[Sample.visa] = .challenges(then: .pays)
            await client.pay(Sample.visa)
            await client.pay(Sample.other)
        case .cancel:
            world.stripe.cards[Sample.visa] = .challenges(then: .pays)
            await client.pay(Sample.visa)
            await client.cancel()
        case .recover:
            await client.pay(Sample.visa)
        }
    }

    /// What happens in any case.
    func fault(at step: ScriptedStep) -> ScriptedFault? {
        self == .recover && step.instance == 0 && step.name == "post create" ? .crashAfter : nil
    }
}

private let faults: [ScriptedFault] = [
    .crashBefore, .crashAfter, .lostWithEffect, .lostWithoutEffect, .unavailable,
]

/// The faults that Stripe alone can have.
private let stripeFaults: [ScriptedFault] = [
    .busy, .refused, .keptFailure(withEffect: true), .keptFailure(withEffect: false),
    .slow(.seconds(80)), .late(.seconds(90)), .missing,
]

@Suite("Every boundary of every flow")
struct EveryBoundaryTests {
    /// Each call of a port is hit by each fault that it can have, in a world of its own. Then
    /// everything goes well, and what is left has to come to its end without anybody's help.
    @Test("survives each fault", arguments: Flow.allCases)
    private func survives(_ flow: Flow) throws {
        var scenarios = 0
        for habit in Client.Habit.allCases {
            let steps = try boundaries(of: flow, habit)
            for step in steps {
                let possible = step.port == .stripe ? faults + stripeFaults : faults
                for fault in possible {
                    try play(flow, habit, step, fault)
                    scenarios += 1
                }
            }
        }
        print("\(flow.rawValue): \(scenarios) scenarios")
        #expect(scenarios > 50)
    }

    /// The calls of a run without another fault.
    private func boundaries(of flow: Flow, _ habit: Client.Habit) throws -> [ScriptedStep] {
        let world = World()
        world.steps.fault = { flow.fault(at: $0) }
        return try world.play { world in
            await flow.play(world, Client(world, habit))
            await world.untilQuiet()
            return world.steps.log
        }
    }

    private func play(
        _ flow: Flow,
        _ habit: Client.Habit,
        _ hit: ScriptedStep,
        _ fault: ScriptedFault
    ) throws {
        let world = World()
        world.steps.fault = { $0.number == hit.number ? fault : flow.fault(at: $0) }
        let client = Client(world, habit)
        try world.play { world in
            await flow.play(world, client)
            await world.untilQuiet()
        }
        check(world, client, "\(flow.rawValue), \(habit.rawValue), \(fault) at \(hit)")
    }

    private func check(_ world: World, _ client: Client, _ scenario: Comment) {
        let payments = world.database.payments
        #expect(payments.allSatisfy { !$0.state.needsWork }, scenario)
        #expect(payments.allSatisfy { $0.state != .quarantined }, scenario)
        #expect(world.stripe.book.count <= 1, scenario)
        world.checkBook(scenario)
        switch client.last {
        case .standing(let view):
            let charges = world.stripe.charges(of: view.payment).count
            switch view.standing {
            case .succeeded: #expect(charges == 1, scenario)
            case .declined, .expired, .canceled, .requiresAction: #expect(charges == 0, scenario)
            case .processing, .unknown, .duplicateSuspected: break
            }
        case .refused(.notCancelable(let view)):
            // Too late, or too early to tell: only a success is a promise.
            guard case .succeeded = view.standing else { break }
            #expect(world.stripe.book.count == 1, scenario)
        case .refused where !client.wasInDoubt: #expect(world.stripe.book.isEmpty, scenario)
        case .refused, nil: break
        }
    }
}
