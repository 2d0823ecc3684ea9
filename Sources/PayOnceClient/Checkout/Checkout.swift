/// One purchase, paid at most once: under one key, whatever gets lost and however often Pay is
/// tapped.
///
/// Its record is stored before each request. After a restart of the app, make it again from the
/// record and call `resume`.
public actor Checkout {
    public internal(set) var record: CheckoutRecord
    let service: PayOnceService
    let store: any CheckoutStore
    let challenges: any ChallengeHandler
    private var running: Task<Outcome, Never>?

    public init(
        _ record: CheckoutRecord,
        at service: PayOnceService,
        store: any CheckoutStore,
        challenges: any ChallengeHandler
    ) {
        self.record = record
        self.service = service
        self.store = store
        self.challenges = challenges
    }

    /// Pays, with the challenge where one is needed. A second call while one runs is a second tap:
    /// it gets the answer of the first. Canceling the task stops the asking, for all who wait.
    ///
    /// `paymentMethodId` is the SDK's, or a saved card's. With a `cvcToken`, which is the security
    /// code of a saved card, collected anew for this tap, it may be left out: the customer's only
    /// saved card.
    public func pay(
        paymentMethodId: String?,
        cvcToken: String? = nil,
        progress: @escaping @Sendable (CheckoutProgress) -> Void = { _ in }
    ) async -> Outcome {
        let card = CheckoutRecord.Card(paymentMethodId: paymentMethodId, cvcToken: cvcToken)
        return await only { checkout in
            await checkout.begin(with: card, progress)
        }
    }

    /// Goes on with what an earlier run of the app has left; `nil` where nothing is unfinished.
    ///
    /// `isTap` says that the customer asks for it now. Without that, nothing is charged for a tap
    /// that is older than `Patience.tap`; the outcome then says `tapTooOld`.
    public func resume(
        isTap: Bool = false,
        progress: @escaping @Sendable (CheckoutProgress) -> Void = { _ in }
    ) async -> Outcome? {
        guard running != nil || record.isUnfinished else { return nil }
        return await only { checkout in
            await checkout.goOn(isTap: isTap, progress)
        }
    }

    /// Takes back a payment that waits for its challenge, for good: what the customer wants who
    /// leaves. `nil` where there is none. Only the service's answer says that it is canceled.
    public func cancel() async -> Outcome? {
        guard running == nil, !record.isPaid, let payment = record.paymentId else { return nil }
        return await only { checkout in
            checkout.record.withdrawTap()
            return await checkout.drive(.cancel(paymentId: payment))
        }
    }

    /// Finishes a payment of the shop's own that needs the customer, with its challenge: one that
    /// was charged off-session and ended with `authentication_required`.
    public func finish(
        paymentIntentId: String,
        progress: @escaping @Sendable (CheckoutProgress) -> Void = { _ in }
    ) async -> Outcome {
        await only { checkout in
            await checkout.drive(
                .second(intent: paymentIntentId, secret: nil),
                progress: progress
            )
        }
    }

    /// What a sheet has come to, whatever it said itself: `nil` where none was opened.
    public func settleSheet() async -> Outcome? {
        guard let intent = record.sheetIntentId else { return nil }
        return await only { checkout in
            await checkout.drive(
                .second(intent: intent, secret: nil),
                presentsChallenges: false
            )
        }
    }

    func confirm(
        with method: String,
        _ progress: @escaping @Sendable (CheckoutProgress) -> Void
    ) async -> Outcome {
        let card = CheckoutRecord.Card(paymentMethodId: method)
        return await only { checkout in
            checkout.record.tap(card, at: checkout.service.timepiece.now())
            return await checkout.drive(.confirm, progress: progress)
        }
    }

    // MARK: One at a time

    private func only(
        _ body: @escaping @Sendable (isolated Checkout) async -> Outcome
    ) async -> Outcome {
        let task = running ?? start(body)
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func start(
        _ body: @escaping @Sendable (isolated Checkout) async -> Outcome
    ) -> Task<Outcome, Never> {
        let task = Task {
            let outcome = await body(self)
            running = nil
            return outcome
        }
        running = task
        return task
    }

    private func begin(
        with card: CheckoutRecord.Card,
        _ progress: @escaping @Sendable (CheckoutProgress) -> Void
    ) async -> Outcome {
        record.tap(card, at: service.timepiece.now())
        return await drive(.first, progress: progress)
    }

    private func goOn(
        isTap: Bool,
        _ progress: @escaping @Sendable (CheckoutProgress) -> Void
    ) async -> Outcome {
        if let intent = record.sheetIntentId {
            return await drive(.second(intent: intent, secret: nil), presentsChallenges: false)
        }
        let now = service.timepiece.now()
        if isTap { record.tap(at: now) }
        guard record.isTapFresh(at: now, lifetime: service.patience.tap) else {
            let doubt = Doubt(reason: .tapTooOld, mayHaveCharged: record.mayHaveCharged)
            return .stillChecking(doubt)
        }
        return await drive(.first, progress: progress)
    }
}
