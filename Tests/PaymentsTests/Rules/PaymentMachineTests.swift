import Testing

@testable import Payments

private let declined = Closing(code: "card_declined", declineCode: "insufficient_funds")

/// Every event that can happen, each once.
private let allEvents: [PaymentEvent] =
    [false, true].flatMap { isOpen in
        [
            Finding.succeeded, .requiresAction, .requiresConfirmation,
            .requiresPaymentMethod(declined, isLapsed: false),
            .requiresPaymentMethod(declined, isLapsed: true), .canceled, .processing,
            .other("foo_bar"),
        ].map { PaymentEvent.found($0, sendIsOpen: isOpen) }
    } + [
        .refused(.refused), .refused(.unusableMethod), .refused(declined), .silence, .sendingIsOver,
        .absent,
        .mismatched, .customerReturned, .endWanted(.replaced),
    ]

private struct Step: Sendable {
    let state: PaymentState
    let event: PaymentEvent
    let next: PaymentState
    let action: PaymentAction
    var closing: Closing?

    init(
        _ state: PaymentState,
        _ event: PaymentEvent,
        _ next: PaymentState,
        _ action: PaymentAction,
        _ closing: Closing? = nil
    ) {
        self.state = state
        self.event = event
        self.next = next
        self.action = action
        self.closing = closing
    }
}

private func found(_ finding: Finding, open: Bool = false) -> PaymentEvent {
    .found(finding, sendIsOpen: open)
}

private let lapsed = Finding.requiresPaymentMethod(declined, isLapsed: true)
private let failed = Finding.requiresPaymentMethod(declined, isLapsed: false)

/// What Stripe's word means wherever it has no special meaning.
private func settled(from state: PaymentState, open: Bool) -> [Step] {
    [
        Step(state, found(.succeeded, open: open), .succeeded, .rest),
        Step(state, found(failed, open: open), .declined, .rest, declined),
        Step(state, found(lapsed, open: open), .expired, .rest, .windowExpired),
        Step(state, found(.processing, open: open), .processing, .retrieve),
        Step(state, found(.other("foo_bar"), open: open), .unresolved, .retrieve),
    ]
}

private let outcomeIsOpen: [Step] =
    [PaymentState.creating, .confirming].flatMap { state in
        settled(from: state, open: false) + settled(from: state, open: true) + [
            Step(state, found(.requiresAction), .requiresAction, .rest),
            Step(state, found(.requiresAction, open: true), .requiresAction, .rest),
            Step(state, found(.canceled), .canceled, .rest, .canceled),
            Step(state, found(.canceled, open: true), .canceled, .rest, .canceled),
            Step(state, found(.requiresConfirmation), .requiresAction, .confirm),
            Step(state, .silence, state, .resend),
            Step(state, .sendingIsOver, .unresolved, .retrieve),
            Step(state, .mismatched, .quarantined, .rest),
            Step(state, .customerReturned, state, .resend),
            Step(state, .endWanted(.replaced), state, .resend),
        ]
    } + [
        // The create made the intent; a confirm that has no answer may still be on its way.
        Step(.creating, found(.requiresConfirmation, open: true), .requiresAction, .confirm),
        Step(.confirming, found(.requiresConfirmation, open: true), .confirming, .resend),
        Step(.creating, .refused(.refused), .canceled, .rest, .refused),
        Step(.creating, .refused(.unusableMethod), .declined, .rest, .unusableMethod),
        Step(.creating, .refused(declined), .declined, .rest, declined),
        Step(.confirming, .refused(.refused), .requiresAction, .rest),
        Step(.confirming, .refused(declined), .requiresAction, .rest),
        Step(.confirming, .refused(.unusableMethod), .requiresAction, .rest),
        Step(.creating, .absent, .canceled, .rest, .notExecuted),
        Step(.confirming, .absent, .confirming, .reconcile),
    ]

private let customersTurn: [Step] =
    settled(from: .requiresAction, open: false) + settled(from: .requiresAction, open: true) + [
        Step(.requiresAction, found(.requiresAction), .requiresAction, .rest),
        Step(.requiresAction, found(.requiresAction, open: true), .requiresAction, .rest),
        Step(.requiresAction, found(.requiresConfirmation), .requiresAction, .confirm),
        Step(.requiresAction, found(.requiresConfirmation, open: true), .requiresAction, .confirm),
        Step(.requiresAction, found(.canceled), .canceled, .rest, .canceled),
        Step(.requiresAction, found(.canceled, open: true), .canceled, .rest, .canceled),
        Step(.requiresAction, .refused(.refused), .requiresAction, .rest),
        Step(.requiresAction, .refused(.unusableMethod), .requiresAction, .rest),
        Step(.requiresAction, .refused(declined), .requiresAction, .rest),
        Step(.requiresAction, .silence, .requiresAction, .rest),
        Step(.requiresAction, .sendingIsOver, .requiresAction, .rest),
        Step(.requiresAction, .absent, .requiresAction, .reconcile),
        Step(.requiresAction, .mismatched, .quarantined, .rest),
        Step(.requiresAction, .customerReturned, .requiresAction, .retrieve),
        Step(.requiresAction, .endWanted(.replaced), .canceling, .cancel, .replaced),
    ]

private let ending: [Step] =
    settled(from: .canceling, open: false) + settled(from: .canceling, open: true) + [
        Step(.canceling, found(.requiresAction), .canceling, .cancel),
        Step(.canceling, found(.requiresAction, open: true), .canceling, .resend),
        Step(.canceling, found(.requiresConfirmation), .canceling, .cancel),
        Step(.canceling, found(.requiresConfirmation, open: true), .canceling, .resend),
        Step(.canceling, found(.canceled), .canceled, .rest, .canceled),
        Step(.canceling, found(.canceled, open: true), .canceled, .rest, .canceled),
        Step(.canceling, .refused(.refused), .canceling, .retrieve),
        Step(.canceling, .refused(.unusableMethod), .canceling, .retrieve),
        Step(.canceling, .refused(declined), .canceling, .retrieve),
        Step(.canceling, .silence, .canceling, .resend),
        Step(.canceling, .sendingIsOver, .canceling, .retrieve),
        Step(.canceling, .absent, .canceling, .reconcile),
        Step(.canceling, .mismatched, .quarantined, .rest),
        Step(.canceling, .customerReturned, .canceling, .retrieve),
        Step(.canceling, .endWanted(.replaced), .canceling, .retrieve),
    ]

private let reading: [Step] =
    [PaymentState.processing, .unresolved].flatMap { state in
        settled(from: state, open: false) + settled(from: state, open: true) + [
            Step(state, found(.requiresAction), .requiresAction, .rest),
            Step(state, found(.requiresAction, open: true), .requiresAction, .rest),
            Step(state, found(.requiresConfirmation), .requiresAction, .confirm),
            Step(state, found(.requiresConfirmation, open: true), state, .retrieve),
            Step(state, found(.canceled), .canceled, .rest, .canceled),
            Step(state, found(.canceled, open: true), .canceled, .rest, .canceled),
            Step(state, .refused(.refused), state, .retrieve),
            Step(state, .refused(.unusableMethod), state, .retrieve),
            Step(state, .refused(declined), state, .retrieve),
            Step(state, .silence, state, .retrieve),
            Step(state, .sendingIsOver, state, .retrieve),
            Step(state, .mismatched, .quarantined, .rest),
            Step(state, .customerReturned, state, .retrieve),
            Step(state, .endWanted(.replaced), state, .retrieve),
        ]
    } + [
        Step(.processing, .absent, .processing, .reconcile),
        Step(.unresolved, .absent, .canceled, .rest, .notExecuted),
    ]

/// States that no event changes, with the events that are a contradiction there.
private let fixed: [Step] = [
    PaymentState.succeeded, .declined, .expired, .canceled, .quarantined,
    .unrecognised("refunding"),
].flatMap { state in
    allEvents.map { event in Step(state, event, state, actionWhereNothingChanges(state, event)) }
}

private func actionWhereNothingChanges(
    _ state: PaymentState,
    _ event: PaymentEvent
) -> PaymentAction {
    let quiet: PaymentAction = state.isTerminal ? .ignoreRepeat : .rest
    switch event {
    case .found(.succeeded, _): return state == .succeeded ? .ignoreRepeat : .reconcile
    case .found(.canceled, _), .found(.requiresPaymentMethod, _):
        return [.declined, .expired, .canceled].contains(state) ? .ignoreRepeat : .reconcile
    case .found, .mismatched: return .reconcile
    case .absent: return [.declined, .expired, .canceled].contains(state) ? quiet : .reconcile
    case .refused, .silence, .sendingIsOver, .customerReturned, .endWanted: return quiet
    }
}

private let table = outcomeIsOpen + customersTurn + ending + reading + fixed

@Suite struct PaymentMachineTests {
    @Test(arguments: table)
    private func everyPairMovesAsListed(_ step: Step) {
        let before = step.state.isTerminal && step.state != .succeeded ? Closing.canceled : nil
        var machine = PaymentMachine(state: step.state, closing: before)
        #expect(machine.received(step.event) == step.action)
        #expect(machine.state == step.next)
        #expect(
            machine.closing == (step.next == step.state ? step.closing ?? before : step.closing)
        )
    }

    @Test func theTableHasEveryPairOnce() {
        let states = PaymentState.all + [.unrecognised("refunding")]
        for state in states {
            for event in allEvents {
                let rows = table.count { $0.state == state && $0.event == event }
                #expect(rows == 1, "\(state) × \(event)")
            }
        }
        #expect(table.count == states.count * allEvents.count)
    }

    @Test func whatEndsAChallengeIsKeptUntilStripeSaysSo() {
        var machine = PaymentMachine(state: .requiresAction)
        #expect(machine.received(.endWanted(.windowExpired)) == .cancel)
        #expect(machine.received(.silence) == .resend)
        #expect(machine.received(found(.canceled)) == .rest)
        #expect(machine.state == .expired)
        #expect(machine.closing == .windowExpired)
    }

    @Test func aSuccessThatComesBeforeTheCancelWins() {
        var machine = PaymentMachine(state: .requiresAction)
        _ = machine.received(.endWanted(.replaced))
        _ = machine.received(found(.succeeded))
        #expect(machine.state == .succeeded)
        #expect(machine.closing == nil)
    }

    @Test func noWordIsEverReadAsAnotherState() {
        for state in PaymentState.all { #expect(PaymentState(word: state.word) == state) }
        #expect(PaymentState(word: "refunding") == .unrecognised("refunding"))
        #expect(PaymentState(word: "refunding").word == "refunding")
    }
}
