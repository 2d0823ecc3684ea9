public import Payments

// Refunds of the Stripe in memory: its own keys, and what it gave back.

extension MemoryStripe {
    /// Money that went back, or did not.
    public struct Refund: Hashable, Sendable {
        public let id: StripeRefundID
        public let intent: PaymentIntentID
        public let amount: Int64
        public var status: String
        let paymentID: String?
        let number: String?

        func isFor(_ refund: RefundID) -> Bool {
            paymentID == refund.payment.description && number == String(refund.number)
        }

        var snapshot: RefundSnapshot {
            RefundSnapshot(
                id: id,
                status: status,
                minorUnits: amount,
                paymentID: paymentID,
                number: number,
                failure: status == "failed" ? "lost_or_stolen_card" : nil
            )
        }
    }

    struct StoredRefund {
        let request: FrozenRequest
        /// `nil`: a failure is kept.
        let refund: StripeRefundID?
        let at: Int64
    }

    // MARK: What tests ask and do

    /// What went back of an intent, or is about to.
    public func refunded(_ intent: PaymentIntentID) -> Int64 {
        refunds.filter { $0.intent == intent && $0.status != "failed" }.reduce(0) { $0 + $1.amount }
    }

    /// Somebody gives money back in the dashboard.
    @discardableResult
    public func refundByHand(_ intent: PaymentIntentID, _ amount: Int64) -> Bool {
        makeRefund(intent, amount, paymentID: nil, number: nil) != nil
    }

    /// What the bank makes of a refund later.
    public func force(_ refund: StripeRefundID, status: String) {
        guard let place = refunds.firstIndex(where: { $0.id == refund }) else { return }
        refunds[place].status = status
        tell(refunds[place])
    }

    /// The banks could not give back what they were to.
    public func failRefunds() {
        for refund in refunds where refund.status == "pending" {
            force(refund.id, status: "failed")
        }
    }

    // MARK: Requests

    func executeRefund(_ request: FrozenRequest, key: String) -> RefundReply {
        if keysInUse.contains(key) {
            arrive(key, request, .inUse)
            return .busy
        }
        if let stored = storedRefund(key) { return repeated(stored, request, key) }
        guard let refund = performRefund(request) else {
            arrive(key, request, .refused)
            return .refused("charge_already_refunded", receipt(status: 400))
        }
        arrive(key, request, .executed)
        refundKeys[key] = StoredRefund(request: request, refund: refund.id, at: seconds)
        return .refund(refund.snapshot, receipt(status: 200))
    }

    func executeRefundSlowly(
        _ request: FrozenRequest,
        _ key: String,
        _ delay: Duration
    ) -> RefundReply {
        guard !keysInUse.contains(key), storedRefund(key) == nil else {
            return executeRefund(request, key: key)
        }
        arrive(key, request, .executed)
        keysInUse.insert(key)
        later(delay) { [self] in
            keysInUse.remove(key)
            guard let refund = performRefund(request) else { return }
            refundKeys[key] = StoredRefund(request: request, refund: refund.id, at: seconds)
        }
        return .unknown
    }

    /// An error that is kept as the answer, whatever it hides.
    func executeRefundFailing(
        _ request: FrozenRequest,
        key: String,
        withEffect: Bool
    ) -> RefundReply {
        guard !keysInUse.contains(key), storedRefund(key) == nil else {
            return executeRefund(request, key: key)
        }
        arrive(key, request, .executed)
        if withEffect { _ = performRefund(request) }
        refundKeys[key] = StoredRefund(request: request, refund: nil, at: seconds)
        return .keptFailure(receipt(status: 500))
    }

    /// Newest first.
    func refundPage(
        of intent: PaymentIntentID,
        after last: StripeRefundID?
    ) -> ReadReply<RefundPage> {
        var newest = refunds.filter { $0.intent == intent }.map(\.snapshot)
        newest.reverse()
        if let last {
            guard let index = newest.firstIndex(where: { $0.id == last }) else { return .notFound }
            newest.removeFirst(index + 1)
        }
        let page = RefundPage(
            refunds: Array(newest.prefix(pageSize)),
            hasMore: newest.count > pageSize
        )
        return .value(page, stripeSeconds: seconds)
    }

    // MARK: Parts

    private func storedRefund(_ key: String) -> StoredRefund? {
        guard mutation != .keysForgotten, let stored = refundKeys[key] else { return nil }
        return forgetsOldKeys && seconds - stored.at >= 86_400 ? nil : stored
    }

    private func repeated(
        _ stored: StoredRefund,
        _ request: FrozenRequest,
        _ key: String
    ) -> RefundReply {
        guard stored.request == request else {
            arrive(key, request, .keyTaken)
            return .keptFailure(receipt(status: 400))
        }
        arrive(key, request, .replayed)
        guard let refund = refunds.first(where: { $0.id == stored.refund }) else {
            return .keptFailure(receipt(status: 500, isReplay: true))
        }
        return .refund(refund.snapshot, receipt(status: 200, isReplay: true))
    }

    private func performRefund(_ request: FrozenRequest) -> Refund? {
        let fields = MemoryForm.fields(request.body)
        guard let intent = fields["payment_intent"].flatMap(PaymentIntentID.init),
            let amount = fields["amount"].flatMap({ Int64($0) })
        else { return nil }
        return makeRefund(
            intent,
            amount,
            paymentID: fields["metadata"],
            number: fields["number"]
        )
    }

    /// `nil` where there is not so much to give back.
    private func makeRefund(
        _ intent: PaymentIntentID,
        _ amount: Int64,
        paymentID: String?,
        number: String?
    ) -> Refund? {
        let charged = book.filter { $0.intent == intent }.reduce(0) { $0 + $1.amount }
        guard amount > 0, refunded(intent) + amount <= charged,
            let id = StripeRefundID("re_\(refunds.count + 1)")
        else { return nil }
        let refund = Refund(
            id: id,
            intent: intent,
            amount: amount,
            status: refundsArePending ? "pending" : "succeeded",
            paymentID: paymentID,
            number: number
        )
        refunds.append(refund)
        tell(refund)
        return refund
    }
}
