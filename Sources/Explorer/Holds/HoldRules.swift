import Money
import Payments

/// What production's rules say about a hold, asked once for everything that can be asked.
struct HoldRules {
    /// What the machine makes of an event.
    struct Move {
        let action: PaymentAction
        let state: HoldState
        let closing: HoldClosing
        let verdict: HoldVerdict
    }

    private let moves: [Move]
    private let sendings: [Bool]
    private let rereadings: [Bool]
    private let followings: [DrivingRules.Following]

    init(_ mutation: HoldMutation?) {
        var rules = SendingRules()
        if mutation == .resendLimit { rules.resendLimit = .seconds(1_000_000_000) }
        let samples = HoldSamples()
        let events = HoldEvent.all.map(samples.event)
        moves = HoldState.allCases.flatMap { state in
            HoldClosing.allCases.flatMap { closing in
                HoldVerdict.allCases.flatMap { verdict in
                    events.flatMap { event in
                        [false, true].map { isExpected in
                            HoldRules.move(state, closing, verdict, event, isExpected)
                        }
                    }
                }
            }
        }
        sendings = (UInt8(0)..<4).flatMap { step in
            [false, true].flatMap { isOld in
                [false, true].map { isAskedLately in
                    rules.maySend(
                        samples.payment(step, isOld: isOld, isAskedLately: isAskedLately),
                        elapsed: .zero,
                        stripeSeconds: nil,
                        customerIsHere: false
                    )
                }
            }
        }
        rereadings = events.flatMap { event in
            [false, true].map { DrivingRules.mustReadAgain(event, isReplay: $0) }
        }
        followings = HoldState.allCases.flatMap { state in
            [false, true].map {
                DrivingRules.following(samples.payment(in: state, ownerIsLive: $0))
            }
        }
    }

    func move(_ row: HoldRow, in state: HoldState, _ event: HoldEvent, isExpected: Bool) -> Move {
        let row =
            (Int(state.rawValue) * HoldClosing.allCases.count + Int(row.closing.rawValue))
            * HoldVerdict.allCases.count + Int(row.verdict.rawValue)
        return moves[(row * HoldEvent.all.count + event.rawValue) * 2 + (isExpected ? 1 : 0)]
    }

    func maySend(_ step: Step, isOld: Bool, isAskedLately: Bool) -> Bool {
        sendings[Int(step.name) * 4 + (isOld ? 2 : 0) + (isAskedLately ? 1 : 0)]
    }

    func mustReadAgain(_ event: HoldEvent, isReplay: Bool) -> Bool {
        rereadings[event.rawValue * 2 + (isReplay ? 1 : 0)]
    }

    func following(_ state: HoldState, ownerIsLive: Bool) -> DrivingRules.Following {
        followings[Int(state.rawValue) * 2 + (ownerIsLive ? 1 : 0)]
    }

    // MARK: Asking production

    private static func move(
        _ state: HoldState,
        _ closing: HoldClosing,
        _ verdict: HoldVerdict,
        _ event: PaymentEvent,
        _ isExpected: Bool
    ) -> Move {
        var machine = PaymentMachine(
            state: state.word,
            closing: closing.closing,
            verdict: verdict.verdict
        )
        let action = DrivingRules.action(of: &machine, on: event, mayCapture: isExpected)
        if action == .capture { machine.captureIsDurable() }
        return Move(
            action: action,
            state: HoldState(machine.state),
            closing: HoldClosing(machine.closing),
            verdict: HoldVerdict(machine.verdict)
        )
    }
}
