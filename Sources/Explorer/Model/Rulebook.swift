import Money
import Payments

/// What production's rules say, asked once for everything that can be asked within the model: each
/// answer is computed by production's own function from real values, and looked up afterwards.
final class Rulebook {
    /// What the machine makes of an event.
    struct Move {
        let action: PaymentAction
        let state: RowState
        let closing: RowClosing
        /// The state once a second confirm is durable.
        let confirmed: RowState
    }

    enum Reaping {
        case giveGrace
        case apply(EventCode)
    }

    let samples: Samples
    private let moves: [Move?]
    private let sendings: [Bool]
    private let reapings: [Reaping]
    private let rereadings: [Bool]
    private let followings: [DrivingRules.Following?]
    private var admissions: [UInt32: AdmissionDecision] = [:]

    init(_ configuration: Configuration) {
        var rules = SendingRules()
        if configuration.mutation == .horizon { rules.keyHorizon = .seconds(1_000_000_000) }
        if configuration.mutation == .resendLimit { rules.resendLimit = .seconds(1_000_000_000) }
        let samples = Samples(configuration.shape)
        self.samples = samples
        moves = RowState.allCases.flatMap { state in
            RowClosing.allCases.flatMap { closing in
                EventCode.all.map { Rulebook.move(state, closing, samples.event($0)) }
            }
        }
        sendings = (0..<3).flatMap { name in
            (0..<3).flatMap { age in
                [false, true].map { isAskedLately in
                    rules.maySend(
                        samples.payment(step: name, age: age, isAskedLately: isAskedLately),
                        elapsed: .zero,
                        stripeSeconds: nil,
                        customerIsHere: false
                    )
                }
            }
        }
        reapings = EventCode.all.flatMap { code in
            [false, true].map { Rulebook.reaping(code, isGraceGiven: $0, samples) }
        }
        rereadings = EventCode.all.flatMap { code in
            [false, true].map {
                DrivingRules.mustReadAgain(samples.event(code), isReplay: $0)
            }
        }
        followings = RowState.allCases.flatMap { state in
            [false, true].map { isLive in
                samples.payment(in: state, ownerIsLive: isLive).map(DrivingRules.following)
            }
        }
    }

    // MARK: Looking up

    func move(_ state: RowState, _ closing: RowClosing, _ code: EventCode) -> Move {
        let row = Int(state.rawValue) * RowClosing.allCases.count + Int(closing.rawValue)
        guard let move = moves[row * EventCode.all.count + Int(code.rawValue)] else {
            preconditionFailure("an attempt without a row has no machine")
        }
        return move
    }

    func maySend(_ step: Step, age: UInt8, isAskedLately: Bool) -> Bool {
        sendings[(Int(step.name) * 3 + Int(age)) * 2 + (isAskedLately ? 1 : 0)]
    }

    func reaping(_ code: EventCode, isGraceGiven: Bool) -> Reaping {
        reapings[Int(code.rawValue) * 2 + (isGraceGiven ? 1 : 0)]
    }

    func mustReadAgain(_ code: EventCode, isReplay: Bool) -> Bool {
        rereadings[Int(code.rawValue) * 2 + (isReplay ? 1 : 0)]
    }

    func following(_ state: RowState, ownerIsLive: Bool) -> DrivingRules.Following {
        guard let following = followings[Int(state.rawValue) * 2 + (ownerIsLive ? 1 : 0)] else {
            preconditionFailure("nobody follows an attempt that does not exist")
        }
        return following
    }

    func admission(_ request: Request, _ world: World) -> AdmissionDecision {
        let question = request.question(world)
        if let known = admissions[question] { return known }
        let decision = AdmissionDecision(
            samples.admission(request, world),
            request,
            samples,
            world
        )
        admissions[question] = decision
        return decision
    }

    // MARK: Asking production

    private static func move(
        _ state: RowState,
        _ closing: RowClosing,
        _ event: PaymentEvent
    ) -> Move? {
        guard let word = state.word else { return nil }
        var machine = PaymentMachine(state: word, closing: closing.closing)
        let action = machine.received(event)
        var confirmed = machine
        if action == .confirm { confirmed.confirmIsDurable() }
        return Move(
            action: action,
            state: RowState(machine.state),
            closing: RowClosing(machine.closing),
            confirmed: RowState(confirmed.state)
        )
    }

    private static func reaping(
        _ code: EventCode,
        isGraceGiven: Bool,
        _ samples: Samples
    ) -> Reaping {
        let event = samples.event(code)
        // What an app confirms is not part of this model.
        return switch DrivingRules.reaping(event, isGraceGiven: isGraceGiven, age: .zero) {
        case .giveGrace: .giveGrace
        case .apply(let event): .apply(samples.code(of: event))
        }
    }
}
