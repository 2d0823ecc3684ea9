/// What the work on an attempt does beside what the machine decides. Pure: what is known in, what
/// to do out.
package enum DrivingRules {
    /// What a request does about an attempt that exists and that nobody here is at work on.
    package enum Following: Hashable, Sendable {
        /// Its state is the answer.
        case answer
        /// Somebody is about to end it, or to give it back: look again in a moment.
        case lookAgain
        /// No key and no lease: Stripe is asked how far the customer has come.
        case askStripe
        /// Another instance works on it.
        case waitElsewhere
        /// Nobody does any more.
        case takeOver
    }

    package static func following(_ payment: Payment) -> Following {
        switch payment.state {
        case .succeeded, .declined, .expired, .canceled, .quarantined, .unrecognised: .answer
        case .requiresAction, .open, .requiresCustomer:
            isInLiveHands(payment) ? .lookAgain : .askStripe
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved:
            isInLiveHands(payment) ? .waitElsewhere : .takeOver
        }
    }

    private static func isInLiveHands(_ payment: Payment) -> Bool {
        if case .instance(_, isLive: true) = payment.owner { true } else { false }
    }

    /// How the recovery begins with an attempt that it has taken over.
    package static func recoveryReaps(_ state: PaymentState) -> Bool { state.waitsForPayer }

    /// Whether an attempt that was taken over begins with reading; else its newest step is sent
    /// again, since another owner may have posted it.
    package static func heirReads(_ state: PaymentState) -> Bool {
        switch state {
        // The newest step of a hold has been answered.
        case .authorized, .processing, .unresolved: true
        case .creating, .requiresAction, .confirming, .capturing, .canceling, .open,
            .requiresCustomer, .quarantined, .succeeded, .declined, .expired, .canceled,
            .unrecognised:
            false
        }
    }

    /// What the machine makes of an event. A hold that may not be captured any more is given back
    /// instead, also where the bank's word on it could never be read.
    package static func action(
        of machine: inout PaymentMachine,
        on event: PaymentEvent,
        mayCapture: Bool
    ) -> PaymentAction {
        let action = machine.received(event)
        guard machine.state == .authorized, action != .reconcile, !mayCapture else { return action }
        return machine.received(.endWanted(.notExecuted))
    }

    /// What a person is to look at of a payment that was charged with this verdict.
    package static func concern(about verdict: CVCVerdict) -> String? {
        switch verdict {
        case .pass: nil
        case .fail: "cvc_failed"
        case .unavailable, .unchecked, .missing, .other: "cvc_unchecked"
        }
    }

    /// Whether nothing but Stripe's word is waited for, so that it is asked again and again.
    package static func readsAtIntervals(_ state: PaymentState) -> Bool {
        switch state {
        case .authorized, .capturing, .processing, .unresolved: true
        case .creating, .requiresAction, .confirming, .canceling, .open, .requiresCustomer,
            .quarantined, .succeeded, .declined, .expired, .canceled, .unrecognised:
            false
        }
    }

    /// What Stripe repeats from memory is old; only an end cannot have changed since.
    package static func mustReadAgain(_ event: PaymentEvent, isReplay: Bool) -> Bool {
        guard isReplay, case .found(let finding, _) = event else { return false }
        return !finding.isFinal
    }

    package enum AfterRefusal: Hashable, Sendable {
        /// It says nothing about an earlier send of the same step that has no answer.
        case silence
        case tryAgain
        case refused
    }

    package static func afterRefusal(
        _ why: Closing,
        hasOpenSend: Bool,
        mayTryAgain: Bool
    ) -> AfterRefusal {
        if hasOpenSend { return .silence }
        return why == .refused && mayTryAgain ? .tryAgain : .refused
    }

    /// Complete lists without the attempt show that it does not exist, once they are far enough
    /// apart and nothing can be executed any more.
    package static func isAbsent(listsAreApart: Bool, sendIsOpen: Bool) -> Bool {
        listsAreApart && !sendIsOpen
    }

    /// Nobody has a checkout open for longer.
    package static let longestOpen: Duration = .seconds(24 * 3600)

    /// When an intent that the app has is read again, by its age: after half of it, so that what
    /// came of it is known before it is half as old again. From 2 minutes to 24 hours, which are
    /// 720 times as long, that are 17 looks (1.5^16 is 657), with those before them 19, and then
    /// one cancel: a thousand checkouts a day that nobody comes back to cost one call to Stripe in
    /// four seconds.
    package static func nextLook(atAge age: Duration) -> Duration {
        max(firstLook, min(age / 2, longestOpen - age))
    }

    /// Who pays takes about as long to find a card.
    private static let firstLook: Duration = .seconds(60)

    package enum Reaping: Hashable, Sendable {
        /// The customer did the challenge but has not come back.
        case giveGrace
        case apply(PaymentEvent)
    }

    /// A challenge that nobody finished. Without the customer nothing is confirmed; what is still
    /// open at Stripe is ended there, and only Stripe's word makes it expired.
    package static func reaping(
        _ event: PaymentEvent,
        isGraceGiven: Bool,
        age: Duration
    ) -> Reaping {
        switch event {
        case .found(.open, _) where age >= longestOpen: .apply(.endWanted(.canceled))
        case .found(.requiresConfirmation, _) where !isGraceGiven: .giveGrace
        case .found(.requiresAction, _), .found(.requiresConfirmation, _),
            .found(.requiresCustomer, _):
            .apply(.endWanted(.windowExpired))
        case .found, .refused, .silence, .sendingIsOver, .absent, .mismatched, .customerReturned,
            .endWanted:
            .apply(event)
        }
    }
}
