// Waiting for an attempt that somebody works on: this instance, another one, or nobody yet.

extension PaymentService {
    /// The state of an existing attempt, as near to its end as the deadline allows.
    func follow(
        _ payment: Payment,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        if let drive = drives[payment.id] {
            await join(drive, until: deadline)
            return answer(of: drive)
        }
        switch payment.state {
        case .succeeded, .declined, .expired, .canceled, .quarantined, .unrecognised:
            return answer(of: payment, isReplay: true)
        case .requiresAction where payment.owner == .nobody:
            // No key and no lease: Stripe is asked how far the customer has come.
            return await finish(payment, from: .returned, until: deadline)
        case .requiresAction, .creating, .confirming, .canceling, .processing, .unresolved:
            return try await followWork(payment, until: deadline)
        }
    }

    private func followWork(
        _ payment: Payment,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        if case .instance(let owner, isLive: true) = payment.owner {
            // Ours without a drive: the answer to a claim was lost, and it had been written.
            if owner == lease.instance, lease.isLive(at: time.now), !isStopping {
                return await finish(payment, from: payment.state.resumption, until: deadline)
            }
            return try await followElsewhere(payment, until: deadline)
        }
        guard lease.isLive(at: time.now), !isStopping else {
            return answer(of: payment, isReplay: true)
        }
        let taken = try await repository.takeOver(
            payment,
            by: lease.instance,
            customerIsHere: true
        )
        if let taken, drives[taken.id] == nil {
            return await finish(taken, from: taken.state.resumption, until: deadline)
        }
        return try await followElsewhere(payment, until: deadline)
    }

    private func finish(
        _ payment: Payment,
        from step: DriveStep,
        until deadline: Duration
    ) async -> PaymentAnswer {
        let drive = begin(payment, from: step, customerIsHere: true)
        await wait(for: drive, round: nil, until: deadline)
        return answer(of: drive)
    }

    private func answer(of drive: Drive) -> PaymentAnswer {
        let payment = drive.payment
        guard payment.state == .requiresAction else { return answer(of: payment, isReplay: true) }
        // The second confirm was refused for a reason of its own: nothing was charged by this call.
        if drive.wasRefused { return .refused(.unavailable) }
        let view = view(of: payment, isReplay: true)
        // Whether the challenge is still to be done is what could not be learnt.
        return .standing(drive.couldNotRead ? view.standing(as: .unknown) : view)
    }

    // MARK: Work of this instance

    /// Starts the work on an attempt and waits for it.
    func drive(
        _ payment: Payment,
        from step: DriveStep,
        customerIsHere: Bool,
        until deadline: Duration
    ) async -> Payment {
        let drive = begin(payment, from: step, customerIsHere: customerIsHere)
        await wait(for: drive, round: nil, until: deadline)
        return drive.payment
    }

    /// Joins work that is under way. Where it has got stuck, the customer's new request is a reason
    /// to try once more right now, and one more try is what it waits for.
    private func join(_ drive: Drive, until deadline: Duration) async {
        drive.customerIsHere = true
        let isStuck = drive.isStuck
        if isStuck {
            await renewAsked(drive)
            drive.wake()
        }
        await wait(for: drive, round: isStuck ? drive.rounds + 1 : nil, until: deadline)
    }

    /// The customer asks again: the time within which the step may be repeated begins anew. Kept
    /// also for an heir of this instance; at most every minute, which is close enough.
    private func renewAsked(_ drive: Drive) async {
        let age = drive.payment.times.sinceAsked + (time.now - drive.readAt)
        guard age > .seconds(60) else { return }
        do throws(StoreFailure) {
            try await repository.renewAsked(drive.payment.id)
            // Relative to when the row was read, as all its ages are.
            drive.payment.times.sinceAsked = .zero - (time.now - drive.readAt)
        } catch {
            // Not noted: the step is repeated for as long as the earlier request allows.
        }
    }

    private func wait(for drive: Drive, round: Int?, until deadline: Duration) async {
        guard !drive.isOver, time.now < deadline else { return }
        await withCheckedContinuation { continuation in
            let waiter = Waiter(deadline: deadline, round: round, continuation)
            drive.add(waiter)
            if deadlines.add(waiter) { setAlarm() }
        }
    }

    private func setAlarm() {
        time.call(after: DeadlineQueue.tick) { [self] in
            inBackground { $0.ring() }
        }
    }

    private func ring() {
        if deadlines.fire(at: time.now) { setAlarm() }
    }

    // MARK: Work of another instance

    /// Looks again until the other instance has come to an end. All lookers share one statement.
    private func followElsewhere(
        _ payment: Payment,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        var known = payment
        var pause = Duration.milliseconds(100)
        while !known.state.isTerminal, time.now + pause < deadline {
            await sleep(pause)
            pause = min(pause * 2, .milliseconds(500))
            guard let newer = try await repository.payment(payment.id) else { break }
            known = newer
            guard case .instance(_, isLive: true) = known.owner else {
                return try await follow(known, until: deadline)
            }
        }
        return answer(of: known, isReplay: true)
    }

    /// Finds out whether a claim whose commit was not answered has been written, and goes on with
    /// it: it may be the customer's payment, and as long as this instance lives nobody else takes
    /// it.
    func adopt(_ id: PaymentID) async {
        while lease.isLive(at: time.now) || !isStopping {
            await sleep(.seconds(1))
            do throws(StoreFailure) {
                guard let payment = try await repository.payment(id) else { return }
                guard payment.owner == .instance(lease.instance, isLive: true),
                    payment.state.needsWork, drives[id] == nil
                else { return }
                _ = begin(payment, from: .takenOver, customerIsHere: false)
                return
            } catch {
                // The database is still away.
            }
        }
    }

    func sleep(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    // MARK: Ending

    /// Ends a challenge at Stripe and waits for Stripe's word.
    func end(
        _ payment: Payment,
        as closing: Closing,
        until deadline: Duration
    ) async throws(StoreFailure) -> Payment {
        if let drive = drives[payment.id] {
            await wait(for: drive, round: nil, until: deadline)
            guard drive.isOver, drive.payment.state == .requiresAction else {
                return drive.payment
            }
            return await self.drive(
                drive.payment,
                from: .end(closing),
                customerIsHere: true,
                until: deadline
            )
        }
        return await drive(payment, from: .end(closing), customerIsHere: true, until: deadline)
    }
}
