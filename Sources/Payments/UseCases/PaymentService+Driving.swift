import Money

// The work on one attempt: the machine decides, this obeys.

/// What a drive does next.
enum DriveStep {
    /// Post the newest step for the first time.
    case send
    /// Another owner may have posted the newest step.
    case takenOver
    /// The customer came back.
    case returned
    /// Somebody wants it ended.
    case end(Closing)
    /// The recovery looks at a challenge that nobody finished.
    case reap
    /// Stripe's events hint at news.
    case glance
    /// Post the newest step again, if it still may be.
    case resend
    case retrieve
    case over
}

extension PaymentService {
    /// A second confirm that leads back to a confirm is Stripe's affair, not to be repeated for
    /// ever.
    private static let mostConfirms = 3
    /// Nor is a capture that leads back to the hold.
    private static let mostCaptures = 3

    func begin(_ payment: Payment, from step: DriveStep, _ customer: Presence) -> Drive {
        precondition(drives[payment.id] == nil, "an attempt is one piece of work")
        let drive = Drive(payment, readAt: time.now, lease: lease)
        drive.heard(customer, at: time.now)
        drives[payment.id] = drive
        let id = payment.id
        inBackground { await $0.run(id, from: step) }
        return drive
    }

    private func run(_ id: PaymentID, from first: DriveStep) async {
        guard let drive = drives[id] else { return }
        var step = first
        while true {
            if case .over = step { break }
            step = await perform(step, drive)
            drive.roundEnded()
        }
        await conclude(drive)
    }

    @inline(never)  // See `received`.
    private func conclude(_ drive: Drive) async {
        await giveUp(drive)
        await hearShop(drive)
        drives[drive.payment.id] = nil
        drive.end()
        answerErrand(of: drive)
        if let order = drive.order { admitAgain(order) }
        if let heir = drive.heir { recover(heir)?.inherit(from: drive) }
    }

    /// Whether the present lease is the one that owns the attempt. Work under any other would be
    /// sent by the right of one name and written under another.
    func isOurs(_ payment: Payment) -> Bool {
        if case .instance(lease.instance, _) = payment.owner { true } else { false }
    }

    /// Starts a task of our own on the executor.
    nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated PaymentService) async -> Void
    ) {
        Task(executorPreference: time.executor) { await work(self) }
    }

    @inline(never)
    private func perform(_ step: DriveStep, _ drive: Drive) async -> DriveStep {
        if let order = order(of: drive, before: step) {
            return await carryOut(order, otherwise: step, drive)
        }
        if let why = endOfHold(drive) { return await happened(.endWanted(why), drive) }
        if case .send = step { return await send(drive) }
        return await performLater(step, drive)
    }

    // Not inlined, see `received`: a drive waits for Stripe in `perform`.

    /// The steps that are not the first one.
    @inline(never)
    private func performLater(_ step: DriveStep, _ drive: Drive) async -> DriveStep {
        switch step {
        case .send: await send(drive)
        case .takenOver: takenOver(drive)
        case .returned: await happened(.customerReturned, drive)
        case .end(let closing): await happened(.endWanted(closing), drive)
        case .reap: await reap(drive)
        case .glance: await glance(drive)
        case .resend: await resend(drive)
        case .retrieve: await retrieve(drive)
        case .over: .over
        }
    }

    @inline(never)
    private func endOfHold(_ drive: Drive) -> Closing? {
        drive.payment.state == .authorized ? drive.wantedEnd : nil
    }

    /// A person's word goes before all that is not durable yet.
    @inline(never)
    private func order(of drive: Drive, before step: DriveStep) -> ResolveOrder? {
        if case .send = step { nil } else { drive.order }
    }

    @inline(never)
    private func takenOver(_ drive: Drive) -> DriveStep {
        drive.openSendSince = time.now
        return DrivingRules.heirReads(drive.payment.state) ? .retrieve : .resend
    }

    /// An event that no answer of Stripe's brought.
    @inline(never)
    private func happened(_ event: PaymentEvent, _ drive: Drive) async -> DriveStep {
        await apply(event, drive)
    }

    // MARK: Reading

    @inline(never)
    private func retrieve(_ drive: Drive) async -> DriveStep {
        guard let id = drive.payment.intent else { return await findByList(drive) }
        // Before it is read: what is executed afterwards is not in what is read.
        let isOpen = isSendOpen(drive)
        switch await read(id, drive) {
        case .value(let intent, let stripeSeconds):
            return await found(intent, stripeSeconds, sendIsOpen: isOpen, drive)
        case .notFound:
            await note("intent_missing", "Stripe does not know \(id)", drive)
            return await lookAgain(drive)
        case .unavailable: return await lookAgain(drive)
        }
    }

    func read(_ intent: PaymentIntentID, _ drive: Drive) async -> ReadReply<IntentSnapshot> {
        await processor.retrieve(
            intent,
            showsCharge: drive.payment.card.cvcPolicy != nil,
            deadline: time.now + settings.rules.stripeTimeout
        )
    }

    func found(
        _ intent: IntentSnapshot,
        _ stripeSeconds: Int64?,
        sendIsOpen: Bool,
        _ drive: Drive
    ) async -> DriveStep {
        let event = reading.event(
            of: intent,
            for: drive.payment,
            stripeSeconds: stripeSeconds,
            sendIsOpen: sendIsOpen
        )
        return await apply(event, drive, intent: intent, stripeSeconds: stripeSeconds)
    }

    /// Reading failed. A challenge can wait for the next request; the others need an answer.
    private func lookAgain(_ drive: Drive) async -> DriveStep {
        if drive.payment.state.waitsForPayer, drive.pauses >= 3 {
            drive.couldNotRead = true
            return .over
        }
        await pause(drive)
        return drive.lease.isLive(at: time.now) ? .retrieve : .over
    }

    /// Whether the customer asked so lately that a charge is still what they expect.
    private func customerWaits(for drive: Drive) -> Bool {
        guard let asked = drive.askedAt else { return false }
        return time.now - asked <= settings.rules.resendLimit
    }

    /// Whether the hold may still become a charge.
    private func mayCapture(_ drive: Drive) -> Bool {
        drive.captures < PaymentService.mostCaptures
            && settings.rules.isExpected(
                drive.payment,
                elapsed: time.now - drive.readAt,
                customerIsHere: customerWaits(for: drive)
            )
    }

    func isSendOpen(_ drive: Drive) -> Bool {
        guard let since = drive.openSendSince else { return false }
        return time.now - since < SendingRules.executionHorizon
    }

    // MARK: The machine

    @inline(never)
    func apply(
        _ event: PaymentEvent,
        _ drive: Drive,
        intent: IntentSnapshot? = nil,
        receipt: Receipt? = nil,
        stripeSeconds: Int64? = nil,
        because why: Closing? = nil
    ) async -> DriveStep {
        var machine = PaymentMachine(of: drive.payment)
        let action = DrivingRules.action(of: &machine, on: event, mayCapture: mayCapture(drive))
        var change = PaymentChange(
            of: drive.payment,
            by: drive.lease.instance,
            event: event.word
        )
        change.state = machine.state
        change.closing = why ?? machine.closing
        change.cvcVerdict = machine.verdict
        change.receipt = receipt
        if event == .mismatched { mismatched(intent, receipt, &change, drive) }
        if let intent, event != .mismatched {
            change.intent = intent.id
            change.clientSecret = intent.clientSecret ?? change.clientSecret
            drive.cardUsed = intent.method
            drive.cardFingerprint = intent.declinedCard ?? drive.cardFingerprint
        }
        // Where nothing was held the check is told with the charge.
        if case .found(.succeeded, _) = event {
            change.cvcVerdict = change.cvcVerdict ?? intent?.cvcCheck
        }
        if case .found(.requiresAction, _) = event {
            change.actionStripeSeconds = challengeSeconds(intent, receipt, stripeSeconds, drive)
        }
        return await carryOut(action, on: event, change, machine, drive)
    }

    /// The intent that is not about what was asked is kept where it surely is the payment's: it is
    /// Stripe's answer to the payment's own key, or bears the payment's name.
    private func mismatched(
        _ intent: IntentSnapshot?,
        _ receipt: Receipt?,
        _ change: inout PaymentChange,
        _ drive: Drive
    ) {
        guard let intent else { return }
        drive.mismatched = intent.id
        change.eventDetail = intent.id.description
        let isOwn = receipt != nil || intent.paymentID == drive.payment.id.description
        if isOwn { change.intent = change.intent ?? intent.id }
    }

    /// When Stripe's hour began, by Stripe's clock: with the answer in which it asks. Where that
    /// answer was lost, an intent that was just created asked then, and another one by now.
    private func challengeSeconds(
        _ intent: IntentSnapshot?,
        _ receipt: Receipt?,
        _ readSeconds: Int64?,
        _ drive: Drive
    ) -> Int64? {
        let known = drive.payment.times.actionStripeSeconds
        if let receipt { return receipt.stripeSeconds ?? known }
        switch drive.payment.operation.name {
        case .create: return known ?? intent?.created ?? readSeconds
        case .confirm: return drive.payment.state == .requiresAction ? known : readSeconds ?? known
        case .cancel, .capture: return known
        }
    }

    private func carryOut(
        _ action: PaymentAction,
        on event: PaymentEvent,
        _ change: PaymentChange,
        _ machine: PaymentMachine,
        _ drive: Drive
    ) async -> DriveStep {
        switch action {
        case .confirm, .capture, .cancel:
            return await takeNextStep(action, on: event, change, machine, drive)
        case .rest: return await rest(change, drive)
        case .resend, .retrieve:
            let isWorthWriting = !change.isNothingNew(for: drive.payment) || event == .silence
            if isWorthWriting, await !record(change, drive) { return .over }
            return await act(on: action, drive)
        case .reconcile:
            await note("contradiction", "\(drive.payment.state.word) met \(change.event)", drive)
            return .over
        case .ignoreRepeat: return .over
        }
    }

    /// The machine wants something asked of Stripe that was not asked before.
    @inline(never)  // See `received`.
    private func takeNextStep(
        _ action: PaymentAction,
        on event: PaymentEvent,
        _ change: PaymentChange,
        _ machine: PaymentMachine,
        _ drive: Drive
    ) async -> DriveStep {
        var change = change
        var machine = machine
        switch action {
        case .confirm:
            guard customerWaits(for: drive), drive.confirms < PaymentService.mostConfirms,
                let id = change.intent
            else { return await rest(change, drive) }
            machine.confirmIsDurable()
            change.state = machine.state
            drive.confirms += 1
            return await begin(
                .confirm,
                processor.confirmRequest(
                    for: id,
                    charging: event.wantsMethod ? drive.payment.method : nil,
                    drive.presentation,
                    showsCharge: drive.payment.card.cvcPolicy != nil
                ),
                change,
                drive
            )
        case .capture:
            guard let id = change.intent else { return await rest(change, drive) }
            machine.captureIsDurable()
            change.state = machine.state
            change.closing = machine.closing
            drive.captures += 1
            return await begin(
                .capture,
                processor.captureRequest(
                    for: id,
                    minorUnits: drive.payment.amount.minorUnits
                ),
                change,
                drive
            )
        case .cancel:
            guard let id = change.intent else { return await rest(change, drive) }
            return await begin(.cancel, processor.cancelRequest(for: id), change, drive)
        case .rest, .resend, .retrieve, .reconcile, .ignoreRepeat:
            preconditionFailure("\(action) asks nothing new")
        }
    }

    func act(on action: PaymentAction, _ drive: Drive) async -> DriveStep {
        switch action {
        case .resend: return .resend
        case .retrieve:
            if DrivingRules.readsAtIntervals(drive.payment.state), drive.payment.intent != nil {
                await pauseAfterFirst(drive)
            }
            return drive.lease.isLive(at: time.now) ? .retrieve : .over
        case .rest, .confirm, .cancel, .capture, .reconcile, .ignoreRepeat: return .over
        }
    }

    /// Makes the next step durable, then sends it.
    private func begin(
        _ name: Operation.Name,
        _ request: FrozenRequest,
        _ change: PaymentChange,
        _ drive: Drive
    ) async -> DriveStep {
        var change = change
        change.nextStep = NextStep(
            name: name,
            request: request,
            stripeSeconds: await processor.stripeSeconds(),
            isAskedByCustomer: customerWaits(for: drive)
        )
        guard drive.lease.isLive(at: time.now), await record(change, drive) else { return .over }
        drive.openSendSince = nil
        drive.refusals = 0
        return .send
    }

    private func rest(_ change: PaymentChange, _ drive: Drive) async -> DriveStep {
        var change = change
        change.release = patience(with: change.state, drive).map { .lookAfter($0) } ?? .forGood
        // What was taken is also given back.
        if change.isNothingNew(for: drive.payment), drive.payment.owner == .nobody { return .over }
        // Nobody looks at it again on its own, so the person who has to is told first.
        if let (kind, detail) = concern(about: change, drive), await !tell(kind, detail, drive) {
            return .over
        }
        if await record(change, drive) { rememberCard(of: drive) }
        return .over
    }

    /// The week of an absent customer counts from the shop's charge, however often they try.
    private func patience(with state: PaymentState, _ drive: Drive) -> Duration? {
        let age = drive.payment.times.sinceClaim + (time.now - drive.readAt)
        guard let patience = PaymentSettings.patience(with: state, age: age) else { return nil }
        return state == .requiresCustomer ? max(.zero, patience - age) : patience
    }

    /// Behind the answer: a payment that succeeded stands, also where its card cannot be noted.
    func rememberCard(of drive: Drive) {
        let payment = drive.payment
        guard payment.state == .succeeded, payment.card.saving != nil else { return }
        guard let method = drive.cardUsed ?? payment.method else { return }
        inBackground { await $0.wallet.remember(method, savedBy: payment) }
    }
}
