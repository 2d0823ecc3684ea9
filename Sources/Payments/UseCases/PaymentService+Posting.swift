// Asking Stripe for a step, and what its answer, or its silence, means.

extension PaymentService {
    /// Refusals that say "not now" (a rate, a connection that could not be made) before the request
    /// is answered with them.
    private static let mostRefusals = 3

    @inline(never)  // See `received`.
    func resend(_ drive: Drive) async -> DriveStep {
        // The first repeat of a lost answer is not put off; all others are, each longer.
        if drive.isStuck || drive.openSendSince == nil {
            await pause(drive)
        } else {
            drive.pauses = 1
        }
        guard drive.lease.isLive(at: time.now) else { return .over }
        let maySend = settings.rules.maySend(
            drive.payment,
            elapsed: time.now - drive.readAt,
            // A process that has just begun does not know it yet, and only the database's clock
            // would count.
            stripeSeconds: await stripeSecondsNow(),
            customerIsHere: false
        )
        return maySend ? await send(drive) : await apply(.sendingIsOver, drive)
    }

    @inline(never)  // See `received`.
    func send(_ drive: Drive) async -> DriveStep {
        await received(await post(drive), drive)
    }

    /// Posts the newest step, once.
    func post(_ drive: Drive) async -> PostReply {
        let step = step(of: drive)
        return await processor.post(
            step.request,
            key: step.key,
            deadline: step.deadline,
            permit: step.permit
        )
    }

    /// What is posted.
    private struct Step {
        let request: FrozenRequest
        let key: String
        let deadline: Duration
        let permit: @Sendable () -> Bool
    }

    @inline(never)  // See `received`.
    private func step(of drive: Drive) -> Step {
        let payment = drive.payment
        return Step(
            request: payment.operation.request,
            key: payment.operation.stripeKey(of: payment.id),
            deadline: time.now + settings.rules.stripeTimeout,
            permit: { [lease = drive.lease, time] in lease.isLive(at: time.now) }
        )
    }

    // Not inlined: what it needs after the answer would be part of the task of every payment that
    // still waits for one. So it is with `apply`.
    @inline(never)
    private func received(_ reply: PostReply, _ drive: Drive) async -> DriveStep {
        switch reply {
        case .intent(let intent, let receipt): return await answered(intent, receipt, drive)
        case .refused(.unknownCustomer, let receipt):
            return await customerUnknown(receipt, drive)
        case .refused(let why, let receipt): return await refused(why, receipt, drive)
        case .keptFailure(let receipt):
            drive.openSendSince = nil
            return await apply(.sendingIsOver, drive, receipt: receipt)
        case .keyTaken(let receipt):
            drive.openSendSince = nil
            return await apply(.sendingIsOver, drive, receipt: receipt, because: .olderAttempt)
        case .busy:
            // Something of ours is being executed under this key, or on this intent.
            drive.openSendSince = time.now
            return .resend
        case .notSent: return await notSent(drive)
        case .unknown:
            drive.openSendSince = time.now
            return await silence(drive)
        }
    }

    private func answered(
        _ intent: IntentSnapshot,
        _ receipt: Receipt,
        _ drive: Drive
    ) async -> DriveStep {
        drive.openSendSince = nil
        let event = reading.event(
            of: intent,
            for: drive.payment,
            stripeSeconds: receipt.stripeSeconds,
            sendIsOpen: false
        )
        if DrivingRules.mustReadAgain(event, isReplay: receipt.isReplay) {
            return await replayed(intent, receipt, drive)
        }
        return await apply(event, drive, intent: intent, receipt: receipt)
    }

    /// Writes down which intent it is, so that it is found by its name from now on, and reads it.
    private func replayed(
        _ intent: IntentSnapshot,
        _ receipt: Receipt,
        _ drive: Drive
    ) async -> DriveStep {
        var change = PaymentChange(of: drive.payment, by: drive.lease.instance, event: "replayed")
        change.intent = intent.id
        change.clientSecret = intent.clientSecret ?? change.clientSecret
        change.receipt = receipt
        return await record(change, drive) ? .retrieve : .over
    }

    private func refused(
        _ why: Closing,
        _ receipt: Receipt,
        _ drive: Drive
    ) async -> DriveStep {
        let next = DrivingRules.afterRefusal(
            why,
            hasOpenSend: drive.openSendSince != nil,
            mayTryAgain: drive.refusals < PaymentService.mostRefusals
        )
        switch next {
        case .silence: return await silence(drive)
        case .tryAgain:
            drive.refusals += 1
            return .resend
        case .refused:
            drive.wasRefused = why == .refused
            return await apply(.refused(why), drive, receipt: receipt)
        }
    }

    private func notSent(_ drive: Drive) async -> DriveStep {
        // Without a lease somebody else may be at it already.
        guard drive.lease.isLive(at: time.now) else { return .over }
        if drive.openSendSince != nil { return await silence(drive) }
        if drive.refusals < PaymentService.mostRefusals {
            drive.refusals += 1
            return .resend
        }
        drive.wasRefused = true
        return await apply(.refused(.refused), drive)
    }

    func silence(_ drive: Drive) async -> DriveStep {
        if drive.isSilenceNoted { return await act(on: .resend, drive) }
        drive.isSilenceNoted = true
        return await apply(.silence, drive)
    }
}
