// Waiting for an attempt that somebody works on: this instance, another one, or nobody yet.

extension PaymentService {
    /// The state of an existing attempt, as near to its end as the deadline allows.
    func follow(
        _ payment: Payment,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        if let drive = drives[payment.id] {
            await join(drive, customer, until: deadline)
            return try await outcome(of: drive, customer, until: deadline)
        }
        switch DrivingRules.following(payment) {
        case .answer: return answer(of: payment, isReplay: true)
        case .lookAgain: return try await lookAgain(at: payment, customer, until: deadline)
        case .askStripe:
            // Only the customer goes on with what waits for the customer.
            guard customer.isHere else { return answer(of: payment, isReplay: true) }
            return try await finish(payment, from: .returned, customer, until: deadline)
        case .waitElsewhere, .takeOver:
            return try await followWork(payment, customer, until: deadline)
        }
    }

    private func followWork(
        _ payment: Payment,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        if case .instance(_, isLive: true) = payment.owner {
            return try await followElsewhere(payment, customer, until: deadline)
        }
        guard lease.isLive(at: time.now), !isStopping else {
            return answer(of: payment, isReplay: true)
        }
        guard let taken = try await takenOver(payment, customerIsHere: customer.isHere),
            isOurs(taken)
        else {
            return try await followElsewhere(payment, customer, until: deadline)
        }
        if let drive = drives[taken.id] {
            drive.heir = taken
            return try await followElsewhere(taken, customer, until: deadline)
        }
        return try await finish(taken, from: .takenOver, customer, until: deadline)
    }

    private func takenOver(
        _ payment: Payment,
        customerIsHere: Bool
    ) async throws(StoreFailure) -> Payment? {
        do throws(StoreFailure) {
            return try await repository.takeOver(
                payment,
                by: lease.instance,
                customerIsHere: customerIsHere
            )
        } catch {
            if error == .outcomeUnknown { giveUpName() }
            throw error
        }
    }

    private func finish(
        _ payment: Payment,
        from step: DriveStep,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        let drive = begin(payment, from: step, customer)
        await wait(for: drive, round: nil, until: deadline)
        return try await outcome(of: drive, customer, until: deadline)
    }

    /// What the work came to; where it was not this request's or somebody else was further, what
    /// follows.
    private func outcome(
        of drive: Drive,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        let isOurTurn = drive.isReaping && drive.payment.state.waitsForPayer
        let isLate = hasLostLease(drive) && !isStopping
        guard drive.isOver, drive.wasOvertaken || isOurTurn || isLate else {
            return answer(of: drive)
        }
        return try await lookAgain(at: drive.payment, customer, until: deadline)
    }

    /// Reads it after a moment and follows that.
    private func lookAgain(
        at payment: Payment,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        let pause = Duration.milliseconds(100)
        if time.now + pause < deadline {
            await sleep(pause)
            if let newer = try await repository.payment(payment.id) {
                return try await follow(newer, customer, until: deadline)
            }
        }
        let view = view(of: payment, isReplay: true)
        return .standing(payment.state.waitsForPayer ? view.standing(as: .unknown) : view)
    }

    private func answer(of drive: Drive) -> PaymentAnswer {
        let payment = drive.payment
        guard payment.state.waitsForPayer else { return answer(of: payment, isReplay: true) }
        // The second confirm was refused for a reason of its own: nothing was charged by this call.
        if drive.wasRefused { return .refused(.unavailable) }
        let view = view(of: payment, isReplay: true)
        // Whether the challenge is still to be done is what could not be learnt.
        let isOld = drive.couldNotRead || !drive.isOver || hasLostLease(drive)
        return .standing(isOld ? view.standing(as: .unknown) : view)
    }

    /// Nobody owns a challenge, so nothing shows that somebody else was further: without a lease
    /// the drive neither asked nor wrote, and what it knows may be from before a long sleep.
    private func hasLostLease(_ drive: Drive) -> Bool {
        drive.payment.state.waitsForPayer && !drive.lease.isLive(at: time.now)
    }

    // MARK: Work of this instance

    /// Starts the work on an attempt and waits for it.
    func drive(
        _ payment: Payment,
        from step: DriveStep,
        _ customer: Presence,
        until deadline: Duration
    ) async -> Payment {
        let drive = begin(payment, from: step, customer)
        await wait(for: drive, round: nil, until: deadline)
        return drive.payment
    }

    /// Joins work that is under way. Where it has got stuck, the customer's new request is a reason
    /// to try once more right now, and one more try is what it waits for.
    private func join(_ drive: Drive, _ customer: Presence, until deadline: Duration) async {
        drive.heard(customer, at: time.now)
        let isStuck = drive.isStuck
        if isStuck, customer.isHere {
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

    func wait(for drive: Drive, round: Int?, until deadline: Duration) async {
        guard !drive.isOver, time.now < deadline else { return }
        await withCheckedContinuation { continuation in
            let waiter = Waiter(deadline: deadline, round: round, continuation)
            drive.add(waiter)
            watch(waiter)
        }
    }

    /// Sees to it that it is answered in time.
    func watch(_ waiter: Waiter) {
        if deadlines.add(waiter) { setAlarm() }
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
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        var known = payment
        var pause = Duration.milliseconds(100)
        while known.state.needsWork, time.now + pause < deadline {
            await sleep(pause)
            pause = min(pause * 2, .milliseconds(500))
            guard let newer = try await repository.payment(payment.id) else { break }
            known = newer
            guard case .instance(_, isLive: true) = known.owner else {
                return known.state.needsWork
                    ? try await followWork(known, customer, until: deadline)
                    : answer(of: known, isReplay: true)
            }
        }
        return answer(of: known, isReplay: true)
    }

    func sleep(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    // MARK: Ending

    /// Ends a challenge at Stripe and waits for Stripe's word.
    func end(_ payment: Payment, as closing: Closing, until deadline: Duration) async -> Payment {
        var known = payment
        while let running = drives[payment.id] {
            await wait(for: running, round: nil, until: deadline)
            known = running.payment
            guard running.isOver, known.state.waitsForPayer else { return known }
        }
        return await drive(
            known,
            from: .end(closing),
            .here(known.presentation),
            until: deadline
        )
    }

    /// Gives a hold back, as long as its capture is not durable.
    func endHold(
        _ payment: Payment,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        if let running = drives[payment.id] {
            running.wantedEnd = .canceled
            running.wake()
            await wait(for: running, round: nil, until: deadline)
            return answerToEnd(running.payment)
        }
        if case .instance(_, isLive: true) = payment.owner {
            return try await followElsewhere(payment, .away, until: deadline)
        }
        // To want it ended is not to ask for the charge, so that no time begins anew.
        guard let taken = try await takenOver(payment, customerIsHere: false), isOurs(taken) else {
            return try await followElsewhere(payment, .away, until: deadline)
        }
        if let running = drives[taken.id] {
            running.heir = taken
            return try await followElsewhere(taken, .away, until: deadline)
        }
        let ended = await drive(taken, from: .end(.canceled), .away, until: deadline)
        return answerToEnd(ended)
    }

    private func answerToEnd(_ payment: Payment) -> PaymentAnswer {
        switch payment.state {
        case .authorized, .capturing: .refused(.notCancelable(view(of: payment, isReplay: false)))
        case .creating, .requiresAction, .confirming, .canceling, .processing, .open,
            .requiresCustomer, .unresolved,
            .quarantined, .succeeded, .declined, .expired, .canceled, .unrecognised:
            answer(of: payment, isReplay: false)
        }
    }
}
