// What a drive writes, and the pauses between its tries.

extension PaymentService {
    /// Writes a change, however long the database takes; `false` where somebody else was further or
    /// the lease ran out, and this drive has nothing left to do.
    func record(_ change: PaymentChange, _ drive: Drive) async -> Bool {
        while true {
            do throws(StoreFailure) {
                if let newer = try await repository.record(change) {
                    drive.payment = newer
                    drive.readAt = time.now
                    drive.unrecordedReceipt = nil
                    return true
                }
                await reload(drive)
                return false
            } catch {
                // Stripe's answer is worth keeping even after the lease: nobody can have taken the
                // attempt over without growing the fence. But a payment is not held for ever.
                guard drive.lease.isLive(at: time.now) else { return false }
                await pause(drive)
            }
        }
    }

    /// A drive that ends must not leave an attempt in the hands of an instance that is alive but
    /// not at work on it: nobody would ever take it over.
    func giveUp(_ drive: Drive) async {
        guard case .instance(drive.lease.instance, _) = drive.payment.owner,
            drive.lease.isLive(at: time.now)
        else { return }
        var change = PaymentChange(
            of: drive.payment,
            by: drive.lease.instance,
            event: "given_up"
        )
        change.release = drive.payment.state.release
        _ = await record(change, drive)
    }

    /// Stop, read, follow.
    private func reload(_ drive: Drive) async {
        do throws(StoreFailure) {
            if let newer = try await repository.payment(drive.payment.id) {
                drive.payment = newer
                drive.readAt = time.now
            }
        } catch {
            // What was known is still true, only old: its state says unknown, or is final.
        }
    }

    func note(_ kind: String, _ detail: String, _ drive: Drive) async {
        do throws(StoreFailure) {
            try await repository.note(
                OpsFinding(payment: drive.payment.id, kind: kind, detail: detail)
            )
        } catch {
            // The state that led here stands, so the next look finds it again.
        }
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

extension PaymentState {
    /// How long nobody has to look at an attempt that is let go in this state.
    var release: PaymentChange.Release {
        if needsWork { return .lookAfter(PaymentSettings.patience) }
        return self == .requiresAction ? .lookAfter(PaymentSettings.challengePatience) : .forGood
    }
}

extension PaymentChange {
    /// Whether it would write what stands there already.
    func isNothingNew(for payment: Payment) -> Bool {
        state == payment.state && closing == payment.closing && intent == payment.intent
            && clientSecret == payment.clientSecret && receipt == nil && nextStep == nil
            && !givesGrace
    }
}
