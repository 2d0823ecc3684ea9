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
            .other("foo_bar"), .requiresCapture(nil), .requiresCapture(.pass),
            .requiresCapture(.fail), .open, .failedOpen(declined), .requiresCustomer,
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

/// A hold, wherever the step that is open is not a capture or a cancel of it.
private func held(from state: PaymentState, open: Bool) -> [Step] {
    [
        Step(state, found(.requiresCapture(nil), open: open), .authorized, .retrieve),
        Step(state, found(.requiresCapture(.pass), open: open), .authorized, .capture),
        Step(
            state,
            found(.requiresCapture(.fail), open: open),
            .canceling,
            .cancel,
            .incorrectCVC
        ),
    ]
}

/// A hold, where it does not matter now what the bank said.
private func held(_ state: PaymentState, open: Bool, _ action: PaymentAction) -> [Step] {
    [nil, CVCVerdict.pass, .fail].map {
        Step(state, found(.requiresCapture($0), open: open), state, action)
    }
}

private func everySettled(from state: PaymentState) -> [Step] {
    settled(from: state, open: false) + settled(from: state, open: true)
}

private func everyHeld(from state: PaymentState) -> [Step] {
    held(from: state, open: false) + held(from: state, open: true)
}

private func heldWhileReading(_ state: PaymentState) -> [Step] {
    held(from: state, open: false) + held(state, open: true, .retrieve)
}

private let heldByCapture =
    held(from: .capturing, open: false) + held(.capturing, open: true, .resend)
private let heldByCancel =
    held(.canceling, open: false, .cancel) + held(.canceling, open: true, .resend)

private let outcomeIsOpen: [Step] =
    [PaymentState.creating, .confirming].flatMap { state in
        everySettled(from: state) + everyHeld(from: state) + [
            Step(state, found(.requiresAction), .requiresAction, .rest),
            Step(state, found(.requiresAction, open: true), .requiresAction, .rest),
            Step(state, found(.canceled), .canceled, .rest, .canceled),
            Step(state, found(.canceled, open: true), .canceled, .rest, .canceled),
            Step(state, found(.requiresConfirmation), .requiresAction, .confirm),
            Step(state, found(.open), .open, .rest),
            Step(state, found(.open, open: true), .open, .rest),
            Step(state, found(.failedOpen(declined)), .canceling, .cancel, declined),
            Step(state, found(.failedOpen(declined), open: true), .canceling, .cancel, declined),
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
        // The create met an absent customer; the confirm with the customer there was not executed.
        Step(.creating, found(.requiresCustomer), .requiresCustomer, .rest),
        Step(.creating, found(.requiresCustomer, open: true), .requiresCustomer, .rest),
        Step(.confirming, found(.requiresCustomer), .requiresCustomer, .confirm),
        Step(.confirming, found(.requiresCustomer, open: true), .confirming, .resend),
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
    [PaymentState.requiresAction, .requiresCustomer].flatMap { state in
        everySettled(from: state) + everyHeld(from: state)
            + [false, true].flatMap { open in
                [
                    Step(state, found(.requiresAction, open: open), .requiresAction, .rest),
                    Step(state, found(.requiresConfirmation, open: open), state, .confirm),
                    Step(state, found(.requiresCustomer, open: open), .requiresCustomer, .confirm),
                    Step(state, found(.open, open: open), state, .reconcile),
                    Step(state, found(.failedOpen(declined), open: open), state, .reconcile),
                    Step(state, found(.canceled, open: open), .canceled, .rest, .canceled),
                ]
            } + waits(for: state)
    }

/// What is the same wherever nobody here has the next step.
private func waits(for state: PaymentState) -> [Step] {
    [
        Step(state, .refused(.refused), state, .rest),
        Step(state, .refused(.unusableMethod), state, .rest),
        Step(state, .refused(declined), state, .rest),
        Step(state, .silence, state, .rest),
        Step(state, .sendingIsOver, state, .rest),
        Step(state, .absent, state, .reconcile),
        Step(state, .mismatched, .quarantined, .rest),
        Step(state, .customerReturned, state, .retrieve),
        Step(state, .endWanted(.replaced), .canceling, .cancel, .replaced),
    ]
}

/// The app alone confirms, so that nothing but an end, or a try under way, comes of it here.
private let appsTurn: [Step] =
    [false, true].flatMap { open in
        [
            Step(.open, found(.succeeded, open: open), .succeeded, .rest),
            Step(.open, found(.canceled, open: open), .canceled, .rest, .canceled),
            Step(.open, found(.processing, open: open), .processing, .retrieve),
            Step(.open, found(.other("foo_bar"), open: open), .unresolved, .retrieve),
            Step(.open, found(.open, open: open), .open, .rest),
            Step(.open, found(.failedOpen(declined), open: open), .canceling, .cancel, declined),
        ]
            + ([
                .requiresAction, .requiresConfirmation, .requiresCustomer, failed, lapsed,
                .requiresCapture(nil), .requiresCapture(.pass), .requiresCapture(.fail),
            ] as [Finding]).map { Step(.open, found($0, open: open), .open, .reconcile) }
    } + waits(for: .open)

private let holding: [Step] =
    everySettled(from: .authorized) + everyHeld(from: .authorized) + notHeldAnyMore(.authorized) + [
        Step(.authorized, .refused(.refused), .authorized, .retrieve),
        Step(.authorized, .refused(.unusableMethod), .authorized, .retrieve),
        Step(.authorized, .refused(declined), .authorized, .retrieve),
        Step(.authorized, .silence, .authorized, .retrieve),
        Step(.authorized, .sendingIsOver, .authorized, .retrieve),
        Step(.authorized, .customerReturned, .authorized, .retrieve),
        Step(.authorized, .endWanted(.replaced), .canceling, .cancel, .replaced),
    ]

private let capturing: [Step] =
    everySettled(from: .capturing) + heldByCapture + notHeldAnyMore(.capturing) + [
        Step(.capturing, .refused(.refused), .authorized, .retrieve),
        Step(.capturing, .refused(.unusableMethod), .authorized, .retrieve),
        Step(.capturing, .refused(declined), .authorized, .retrieve),
        Step(.capturing, .silence, .capturing, .resend),
        Step(.capturing, .sendingIsOver, .capturing, .retrieve),
        Step(.capturing, .customerReturned, .capturing, .resend),
        Step(.capturing, .endWanted(.replaced), .capturing, .resend),
    ]

private func notHeldAnyMore(_ state: PaymentState) -> [Step] {
    [false, true].flatMap { open in
        [
            Step(state, found(.canceled, open: open), .canceled, .rest, .canceled),
            // A hold does not become a challenge again.
            Step(state, found(.requiresAction, open: open), state, .reconcile),
            Step(state, found(.requiresConfirmation, open: open), state, .reconcile),
            Step(state, found(.requiresCustomer, open: open), state, .reconcile),
            Step(state, found(.open, open: open), state, .reconcile),
            Step(state, found(.failedOpen(declined), open: open), state, .reconcile),
        ]
    } + [
        Step(state, .absent, state, .reconcile), Step(state, .mismatched, .quarantined, .rest),
    ]
}

private let ending: [Step] =
    everySettled(from: .canceling) + heldByCancel + [
        Step(.canceling, found(.requiresAction), .canceling, .cancel),
        Step(.canceling, found(.requiresAction, open: true), .canceling, .resend),
        Step(.canceling, found(.requiresConfirmation), .canceling, .cancel),
        Step(.canceling, found(.requiresConfirmation, open: true), .canceling, .resend),
        Step(.canceling, found(.requiresCustomer), .canceling, .cancel),
        Step(.canceling, found(.requiresCustomer, open: true), .canceling, .resend),
        Step(.canceling, found(.open), .canceling, .cancel),
        Step(.canceling, found(.open, open: true), .canceling, .resend),
        Step(.canceling, found(.failedOpen(declined)), .canceling, .cancel),
        Step(.canceling, found(.failedOpen(declined), open: true), .canceling, .resend),
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
        everySettled(from: state) + heldWhileReading(state) + [
            Step(state, found(.requiresAction), .requiresAction, .rest),
            Step(state, found(.requiresAction, open: true), .requiresAction, .rest),
            Step(state, found(.requiresConfirmation), .requiresAction, .confirm),
            Step(state, found(.requiresConfirmation, open: true), state, .retrieve),
            Step(state, found(.requiresCustomer), .requiresCustomer, .confirm),
            Step(state, found(.requiresCustomer, open: true), state, .retrieve),
            Step(state, found(.open), .open, .rest),
            Step(state, found(.open, open: true), .open, .rest),
            Step(state, found(.failedOpen(declined)), .canceling, .cancel, declined),
            Step(state, found(.failedOpen(declined), open: true), .canceling, .cancel, declined),
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

private let table =
    outcomeIsOpen + customersTurn + appsTurn + holding + capturing + ending + reading + fixed

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

    /// The app may have the intent confirmed for as long as it is not canceled.
    @Test func aFailedTryIsADeclineOnceStripeSaysCanceled() {
        var machine = PaymentMachine(state: .creating)
        #expect(machine.received(found(.failedOpen(declined))) == .cancel)
        #expect(machine.state == .canceling)
        #expect(machine.received(.silence) == .resend)
        #expect(machine.received(found(.canceled)) == .rest)
        #expect(machine.state == .declined)
        #expect(machine.closing == declined)
        var paid = PaymentMachine(state: .canceling, closing: declined)
        #expect(paid.received(found(.succeeded)) == .rest)
        #expect(paid.state == .succeeded)
    }

    @Test func aSuccessThatComesBeforeTheCancelWins() {
        var machine = PaymentMachine(state: .requiresAction)
        _ = machine.received(.endWanted(.replaced))
        _ = machine.received(found(.succeeded))
        #expect(machine.state == .succeeded)
        #expect(machine.closing == nil)
    }

    // MARK: What the bank said of the CVC

    @Test(arguments: [CVCVerdict.pass, .unavailable, .unchecked, .missing, .other("odd")])
    func whatDidNotFailIsCaptured(_ verdict: CVCVerdict) {
        var machine = PaymentMachine(state: .creating)
        #expect(machine.received(found(.requiresCapture(verdict))) == .capture)
        #expect(machine.verdict == verdict)
        machine.captureIsDurable()
        #expect(machine.state == .capturing)
        #expect(machine.received(found(.succeeded)) == .rest)
        #expect(machine.state == .succeeded)
    }

    /// SC05: nothing is told before Stripe says that the hold is given back.
    @Test func aWrongCVCIsToldOnceTheHoldIsGivenBack() {
        var machine = PaymentMachine(state: .confirming)
        #expect(machine.received(found(.requiresCapture(.fail))) == .cancel)
        #expect(machine.state == .canceling)
        #expect(machine.verdict == .fail)
        #expect(machine.received(.silence) == .resend)
        #expect(machine.received(found(.requiresCapture(.pass))) == .cancel)
        #expect(machine.received(found(.canceled)) == .rest)
        #expect(machine.state == .declined)
        #expect(machine.closing == .incorrectCVC)
    }

    @Test func theFirstVerdictStands() {
        for (first, second) in [(CVCVerdict.fail, CVCVerdict.pass), (.pass, .fail)] {
            var machine = PaymentMachine(state: .authorized, verdict: first)
            let action = machine.received(found(.requiresCapture(second)))
            #expect(action == (first == .fail ? .cancel : .capture))
            #expect(machine.verdict == first)
        }
    }

    /// An end that was wanted before Stripe's odd word is wanted after it too.
    @Test func anEndThatWasWantedStaysWanted() {
        var machine = PaymentMachine(state: .authorized, verdict: .pass)
        #expect(machine.received(.endWanted(.canceled)) == .cancel)
        #expect(machine.received(found(.other("odd"))) == .retrieve)
        #expect(machine.state == .unresolved)
        #expect(machine.received(found(.requiresCapture(.pass))) == .cancel)
        #expect(machine.received(found(.canceled)) == .rest)
        #expect(machine.state == .canceled)
    }

    /// The reason to look for an older intent is none to end it.
    @Test func anOlderAttemptThatHoldsIsCaptured() {
        var machine = PaymentMachine(state: .unresolved, closing: .olderAttempt)
        #expect(machine.received(found(.requiresCapture(.pass))) == .capture)
        machine.captureIsDurable()
        #expect(machine.closing == nil)
    }

    @Test func aHoldThatLapsedAfterAWrongCVCIsDeclined() {
        var machine = PaymentMachine(state: .unresolved, verdict: .fail)
        #expect(machine.received(found(.canceled)) == .rest)
        #expect(machine.state == .declined)
        #expect(machine.closing == .incorrectCVC)
    }

    @Test func noWordIsEverReadAsAnotherState() {
        for state in PaymentState.all { #expect(PaymentState(word: state.word) == state) }
        #expect(PaymentState(word: "refunding") == .unrecognised("refunding"))
        #expect(PaymentState(word: "refunding").word == "refunding")
    }
}
