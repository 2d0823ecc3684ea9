/// What a payment's driver is to do next.
public enum PaymentAction: Hashable, Sendable {
    /// Nothing: the state is the answer until somebody asks again.
    case rest
    /// Repeat the newest step, the same bytes under the same key.
    case resend
    /// Read the intent.
    case retrieve
    /// Make the second confirm durable, then send it.
    case confirm
    /// Make the capture durable, then send it.
    case capture
    /// Make the cancel durable, then send it.
    case cancel
    /// A contradiction for a person to look at; the state stands.
    case reconcile
    /// Said before; nothing changes.
    case ignoreRepeat
}

/// The life of an attempt as a pure value: state and event in, new state and action out. Every pair
/// is listed. A trap would be wrong even for pairs that cannot come from our own steps, since rows
/// are read back from a database and Stripe's objects can be changed in its dashboard.
public struct PaymentMachine: Hashable, Sendable {
    public private(set) var state: PaymentState
    /// Why it ended, once it has, or why it is being ended.
    public private(set) var closing: Closing?
    /// What the bank said of the CVC. The first word stands: what is decided by it is not turned
    /// round by another one.
    public private(set) var verdict: CVCVerdict?
    /// The shop made the charge, and its customer has not been asked for anything yet: a confirm is
    /// the first try with them there.
    private let customerWasAway: Bool

    public init(
        state: PaymentState,
        closing: Closing? = nil,
        verdict: CVCVerdict? = nil,
        customerWasAway: Bool = false
    ) {
        self.state = state
        self.closing = closing
        self.verdict = verdict
        self.customerWasAway = customerWasAway
    }

    /// As `payment` stands.
    package init(of payment: Payment) {
        self.init(
            state: payment.state,
            closing: payment.closing,
            verdict: payment.cvcVerdict,
            customerWasAway: payment.purchase.flow == .offSession
                && payment.times.actionStripeSeconds == nil
        )
    }

    public mutating func received(_ event: PaymentEvent) -> PaymentAction {
        switch state {
        case .creating, .confirming: whileOutcomeIsOpen(event)
        case .requiresAction, .requiresCustomer: whileWaitingForCustomer(event)
        case .open: whileAppConfirms(event)
        case .authorized: whileHolding(event)
        case .capturing: whileCapturing(event)
        case .canceling: whileCanceling(event)
        case .processing, .unresolved: whileReading(event)
        case .succeeded: afterSuccess(event)
        case .declined, .expired, .canceled: afterClosing(event)
        case .quarantined, .unrecognised: untouchable(event)
        }
    }

    // MARK: A charge may be with Stripe

    private mutating func whileOutcomeIsOpen(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresConfirmation, sendIsOpen: true) where state == .confirming:
            return .resend
        case .found(.requiresConfirmation, _):
            state = .requiresAction
            return .confirm
        case .found(.requiresCustomer, sendIsOpen: true) where state == .confirming:
            return .resend
        // The confirm that was to follow was not carried out.
        case .found(.requiresCustomer, _) where state == .confirming:
            state = .requiresCustomer
            return .confirm
        case .found(let finding, _): return settle(finding)
        case .refused(let why): return refused(why)
        case .silence: return .resend
        case .sendingIsOver: return startReading()
        case .absent where state == .creating: return close(.canceled, .notExecuted)
        case .absent: return .reconcile
        case .mismatched: return quarantine()
        // Both must wait: what is with Stripe decides.
        case .customerReturned, .endWanted: return .resend
        }
    }

    private mutating func refused(_ why: Closing) -> PaymentAction {
        if state == .creating {
            // Stripe's word about the card is a decline; anything else says only "not now".
            return close(why == .refused ? .canceled : .declined, why)
        }
        // A first try brings the card anew, and so may be refused for it.
        if customerWasAway, why != .refused { return close(.declined, why) }
        state = customerWasAway ? .requiresCustomer : .requiresAction
        return .rest
    }

    // MARK: The customer's turn

    private mutating func whileWaitingForCustomer(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresConfirmation, _): return .confirm
        case .found(.requiresCustomer, _):
            state = .requiresCustomer
            return .confirm
        case .found(.open, _), .found(.failedOpen, _): return .reconcile
        case .found(let finding, _): return settle(finding)
        case .customerReturned: return .retrieve
        case .endWanted(let why):
            state = .canceling
            closing = why
            return .cancel
        case .mismatched: return quarantine()
        case .silence, .refused, .sendingIsOver: return .rest
        case .absent: return .reconcile
        }
    }

    /// The driver made the second confirm durable.
    public mutating func confirmIsDurable() {
        precondition(
            state == .requiresAction || state == .requiresCustomer,
            "only what waits for its customer is confirmed"
        )
        state = .confirming
    }

    // MARK: The app's turn

    /// Nothing of ours is with Stripe, and what the app does there is found out by reading.
    private mutating func whileAppConfirms(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresAction, _), .found(.requiresConfirmation, _),
            .found(.requiresCapture, _), .found(.requiresPaymentMethod, _),
            .found(.requiresCustomer, _):
            return .reconcile
        case .found(let finding, _): return settle(finding)
        case .customerReturned: return .retrieve
        case .endWanted(let why):
            state = .canceling
            closing = why
            return .cancel
        case .mismatched: return quarantine()
        case .silence, .refused, .sendingIsOver: return .rest
        case .absent: return .reconcile
        }
    }

    // MARK: The amount is held

    private mutating func whileHolding(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresCapture(let told), _): return hold(told)
        // A hold does not become a challenge again.
        case .found(.requiresAction, _), .found(.requiresConfirmation, _), .found(.open, _),
            .found(.failedOpen, _), .found(.requiresCustomer, _):
            return .reconcile
        case .found(let finding, _): return settle(finding)
        case .endWanted(let why): return giveBack(why)
        case .mismatched: return quarantine()
        case .silence, .refused, .sendingIsOver, .customerReturned: return .retrieve
        case .absent: return .reconcile
        }
    }

    /// By what the bank said, or what it is found to have said now, unless an end is wanted.
    private mutating func hold(_ told: CVCVerdict?) -> PaymentAction {
        state = .authorized
        verdict = verdict ?? told
        if let closing, closing != .olderAttempt { return giveBack(closing) }
        switch verdict {
        case nil: return .retrieve
        case .fail: return giveBack(.incorrectCVC)
        case .pass, .unavailable, .unchecked, .missing, .other: return .capture
        }
    }

    private mutating func giveBack(_ why: Closing) -> PaymentAction {
        state = .canceling
        closing = verdict == .fail ? .incorrectCVC : why
        return .cancel
    }

    /// The driver made the capture durable. From here on it decides, and no cancel is sent.
    public mutating func captureIsDurable() {
        precondition(state == .authorized, "only a hold is captured")
        state = .capturing
        closing = nil
    }

    private mutating func whileCapturing(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresCapture, sendIsOpen: true): return .resend
        case .found(.requiresCapture(let told), sendIsOpen: false): return hold(told)
        case .found(.requiresAction, _), .found(.requiresConfirmation, _), .found(.open, _),
            .found(.failedOpen, _), .found(.requiresCustomer, _):
            return .reconcile
        case .found(let finding, _): return settle(finding)
        case .refused:
            state = .authorized
            return .retrieve
        case .sendingIsOver: return .retrieve
        case .mismatched: return quarantine()
        // What is with Stripe decides.
        case .silence, .customerReturned, .endWanted: return .resend
        case .absent: return .reconcile
        }
    }

    // MARK: The end is wanted

    private mutating func whileCanceling(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.canceled, _): return ended(closing ?? .canceled)
        case .found(.requiresCapture(let told), let sendIsOpen):
            verdict = verdict ?? told
            return sendIsOpen ? .resend : .cancel
        case .found(.requiresAction, let sendIsOpen), .found(.requiresConfirmation, let sendIsOpen),
            .found(.open, let sendIsOpen), .found(.failedOpen, let sendIsOpen),
            .found(.requiresCustomer, let sendIsOpen):
            // A cancel may be repeated for ever: it cannot charge.
            return sendIsOpen ? .resend : .cancel
        case .found(let finding, _): return settle(finding)
        case .silence: return .resend
        case .refused, .sendingIsOver: return .retrieve
        case .mismatched: return quarantine()
        case .customerReturned, .endWanted: return .retrieve
        case .absent: return .reconcile
        }
    }

    // MARK: Only reading

    private mutating func whileReading(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.requiresConfirmation, sendIsOpen: true),
            .found(.requiresCapture, sendIsOpen: true), .found(.requiresCustomer, sendIsOpen: true):
            return .retrieve
        case .found(.requiresCustomer, sendIsOpen: false):
            state = .requiresCustomer
            return .confirm
        case .found(.requiresConfirmation, sendIsOpen: false):
            state = .requiresAction
            return .confirm
        case .found(.processing, _):
            state = .processing
            return .retrieve
        case .found(let finding, _): return settle(finding)
        case .absent where state == .unresolved: return close(.canceled, .notExecuted)
        case .absent: return .reconcile
        case .mismatched: return quarantine()
        case .silence, .refused, .sendingIsOver, .customerReturned, .endWanted: return .retrieve
        }
    }

    private mutating func startReading() -> PaymentAction {
        state = .unresolved
        return .retrieve
    }

    // MARK: The end

    private mutating func afterSuccess(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.succeeded, _): return .ignoreRepeat
        case .found, .mismatched, .absent: return .reconcile
        case .silence, .refused, .sendingIsOver, .customerReturned, .endWanted:
            return .ignoreRepeat
        }
    }

    private mutating func afterClosing(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found(.canceled, _), .found(.requiresPaymentMethod, _): return .ignoreRepeat
        case .found, .mismatched: return .reconcile
        case .silence, .refused, .sendingIsOver, .absent, .customerReturned, .endWanted:
            return .ignoreRepeat
        }
    }

    private mutating func untouchable(_ event: PaymentEvent) -> PaymentAction {
        switch event {
        case .found, .mismatched, .absent: return .reconcile
        case .silence, .refused, .sendingIsOver, .customerReturned, .endWanted: return .rest
        }
    }

    // MARK: Moves that several states share

    /// What Stripe's word means wherever it does not mean something special.
    private mutating func settle(_ finding: Finding) -> PaymentAction {
        switch finding {
        case .succeeded:
            state = .succeeded
            closing = nil
            return .rest
        case .requiresAction, .requiresConfirmation:
            state = .requiresAction
            return .rest
        case .open:
            state = .open
            return .rest
        case .failedOpen(let why):
            state = .canceling
            closing = why
            return .cancel
        case .requiresCustomer:
            state = .requiresCustomer
            return .rest
        case .requiresCapture(let told): return hold(told)
        case .requiresPaymentMethod(_, isLapsed: true): return close(.expired, .windowExpired)
        case .requiresPaymentMethod(let why, isLapsed: false): return close(.declined, why)
        case .canceled: return ended(.canceled)
        case .processing:
            state = .processing
            return .retrieve
        case .other: return startReading()
        }
    }

    /// Stripe says that it is canceled, and with that what was held is given back.
    private mutating func ended(_ why: Closing) -> PaymentAction {
        if verdict == .fail { return close(.declined, .incorrectCVC) }
        if why.isAboutCard { return close(.declined, why) }
        return close(why == .windowExpired ? .expired : .canceled, why)
    }

    private mutating func close(_ end: PaymentState, _ why: Closing) -> PaymentAction {
        state = end
        closing = why
        return .rest
    }

    private mutating func quarantine() -> PaymentAction {
        state = .quarantined
        return .rest
    }
}
