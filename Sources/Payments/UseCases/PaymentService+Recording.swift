// What a drive writes, and the pauses between its tries.

extension PaymentService {
    /// Writes a change, however long the database takes; `false` where somebody else was further or
    /// the lease ran out, and this drive has nothing left to do.
    func record(_ change: PaymentChange, _ drive: Drive) async -> Bool {
        var mayBeWritten = false
        while true {
            do throws(StoreFailure) {
                if let newer = try await repository.record(change) {
                    drive.learned(newer, at: time.now)
                    written(change, drive)
                    return true
                }
                // Stop, read, follow.
                if let newer = try await repository.payment(drive.payment.id) {
                    drive.learned(newer, at: time.now)
                }
                // An earlier try whose answer was lost is what stood in the way of this one.
                if mayBeWritten, isResult(drive.payment, of: change) {
                    written(change, drive)
                    return true
                }
                drive.wasOvertaken = true
                return false
            } catch {
                mayBeWritten = mayBeWritten || error == .outcomeUnknown
                if error == .refused { await note("no_progress", "\(change.event) refused", drive) }
                // Stripe's answer is worth keeping even after the lease: nobody can have taken the
                // attempt over without growing the fence. But a payment is not held for ever.
                guard drive.lease.isLive(at: time.now) else { return false }
                await pause(drive)
            }
        }
    }

    private func written(_ change: PaymentChange, _ drive: Drive) {
        if let outcome = change.outcome { reached(outcome, drive) }
        count(endOf: drive, was: change.payment.state)
    }

    /// Whether `change` can have made the attempt what it is: only its owner writes it so.
    private func isResult(_ payment: Payment, of change: PaymentChange) -> Bool {
        guard payment.state == change.state else { return false }
        switch (payment.owner, change.release) {
        case (.instance(let owner, _), .keep): return owner == change.instance
        case (.nobody, .forGood), (.nobody, .lookAfter): return true
        case (.nobody, .keep), (.instance, .forGood), (.instance, .lookAfter): return false
        }
    }

    /// A drive that ends must not leave an attempt in the hands of an instance that is alive but
    /// not at work on it: nobody would ever take it over.
    func giveUp(_ drive: Drive) async {
        guard drive.payment.state.needsWork, !drive.wasOvertaken, isOurs(drive.payment),
            drive.lease.isLive(at: time.now)
        else { return }
        var change = PaymentChange(
            of: drive.payment,
            by: drive.lease.instance,
            event: "given_up"
        )
        change.release = .lookAfter(PaymentSettings.patience)
        _ = await record(change, drive)
    }

    // MARK: What a person has to look at

    /// Whether it could be written. Where not, the state that led here stands, so that the next
    /// look finds it again.
    @discardableResult
    func note(_ kind: String, _ detail: String, _ drive: Drive) async -> Bool {
        do throws(StoreFailure) {
            try await repository.note(
                OpsFinding(payment: drive.payment.id, kind: kind, detail: detail)
            )
            return true
        } catch {
            return false
        }
    }

    /// What nobody but a person will ever look at again.
    func concern(about change: PaymentChange, _ drive: Drive) -> (kind: String, detail: String)? {
        switch change.state {
        case .quarantined:
            let intent = drive.mismatched?.description ?? ""
            return ("mismatch", "Stripe's answer is not about what was asked: \(intent)")
        case .succeeded:
            guard let verdict = change.cvcVerdict, let kind = DrivingRules.concern(about: verdict)
            else { return nil }
            return (kind, "paid, and the check of the CVC says \(verdict.word)")
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .declined, .expired, .canceled,
            .unrecognised:
            return nil
        }
    }

    /// Tries for as long as the lease lives; whoever comes next meets the same answer.
    func tell(_ kind: String, _ detail: String, _ drive: Drive) async -> Bool {
        while await !note(kind, detail, drive) {
            await pause(drive)
            guard drive.lease.isLive(at: time.now) else { return false }
        }
        return true
    }

    // MARK: Pauses

    /// Half a second, doubled up to half a minute, with jitter; a customer who asks again ends it.
    func pause(_ drive: Drive) async {
        let base = Duration.milliseconds(500) * (1 << min(drive.pauses, 6))
        drive.pauses += 1
        // Half of it for sure, the rest by chance.
        let delay = min(base, .seconds(30)) * (1024 + jitter()) / 2048
        await withCheckedContinuation { continuation in
            let number = drive.suspend(continuation)
            let id = drive.payment.id
            time.call(after: delay) { [self] in
                inBackground { $0.drives[id]?.wake(number) }
            }
        }
    }

    func pauseAfterFirst(_ drive: Drive) async {
        if drive.pauses == 0 { drive.pauses = 1 } else { await pause(drive) }
    }
}

extension PaymentChange {
    /// Whether it would write what stands there already.
    func isNothingNew(for payment: Payment) -> Bool {
        state == payment.state && closing == payment.closing && intent == payment.intent
            && clientSecret == payment.clientSecret && cvcVerdict == payment.cvcVerdict
            && receipt == nil && nextStep == nil
            && !givesGrace
    }
}
