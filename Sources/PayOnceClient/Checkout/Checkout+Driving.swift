/// Does what `PaymentRun` decides.
extension Checkout {
    func drive(
        _ ask: Ask,
        presentsChallenges: Bool = true,
        progress: @escaping @Sendable (CheckoutProgress) -> Void = { _ in }
    ) async -> Outcome {
        var run = PaymentRun(
            ask,
            from: record.stage,
            patience: service.patience,
            presentsChallenges: presentsChallenges
        )
        var start = service.timepiece.elapsed()
        var action = Action.send(ask)
        while true {
            let event: Event
            switch action {
            case .send(let ask):
                progress(run.settled == .waiting ? .confirming : .sending)
                event = await send(ask)
            case .wait(let pause, let ask):
                progress(.waiting(pause))
                await service.timepiece.sleep(for: pause)
                action = .send(ask)
                continue
            case .signIn(let refusal, let ask):
                if await service.renewToken() {
                    action = .send(ask)
                    continue
                }
                event = .notSignedIn(refusal)
            case .present(let challenge):
                progress(.challenge)
                event = await present(challenge, run.stage)
                start = service.timepiece.elapsed()
            case .end(let outcome):
                return await finish(with: outcome, run.stage)
            }
            action = run.received(
                event,
                elapsed: service.timepiece.elapsed() - start,
                dice: service.timepiece.dice()
            )
        }
    }

    /// Durable before sent: an app that is killed in between finds that it may have charged.
    private func send(_ ask: Ask) async -> Event {
        guard !Task.isCancelled else { return .stopped }
        guard await keep(.sent) else { return .notKept }
        return await service.event(of: ask, record)
    }

    private func present(_ challenge: Challenge, _ stage: Stage) async -> Event {
        guard !Task.isCancelled else { return .stopped }
        record.wait(for: challenge.paymentId)
        guard await keep(stage) else { return .notKept }
        return .challenged(await challenges.complete(challenge))
    }

    /// What cannot be stored now was stored as less certain before, and is asked again. A sheet
    /// that is open can charge without a request of ours.
    private func finish(with outcome: Outcome, _ stage: Stage) async -> Outcome {
        if outcome == .canceled(.byCustomer) { record.withdrawTap() }
        if case .stillChecking(let doubt) = outcome, case .inSheet(let secret) = doubt.reason {
            record.open(sheetFor: secret.intent, nil, at: service.timepiece.now())
        }
        let isInSheet = record.sheetIntentId != nil && stage == .waiting
        _ = await keep(isInSheet ? .sent : stage)
        return outcome
    }

    func keep(_ stage: Stage) async -> Bool {
        record.come(to: stage)
        do {
            try await store.keep(record)
            return true
        } catch {
            service.note(.notKept)
            return false
        }
    }
}
