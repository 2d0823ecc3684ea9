#if DEBUG
    import Payments

    /// Refunds in the database, telling the checkpoints when a refund calls it.
    struct CheckpointedRefundRepository: RefundRepository {
        let inner: any RefundRepository
        let checkpoints: Checkpoints

        func ledger(of payment: PaymentID) async throws(StoreFailure) -> RefundLedger? {
            checkpoints.before("ledger")
            let ledger = try await inner.ledger(of: payment)
            checkpoints.after("ledger")
            return ledger
        }

        func write(_ change: RefundChange) async throws(StoreFailure) -> Bool {
            checkpoints.before("write \(change.event)")
            let isWritten = try await inner.write(change)
            checkpoints.after("write \(change.event)")
            return isWritten
        }

        func putOff(_ refund: RefundID, for pause: Duration?) async throws(StoreFailure) {
            checkpoints.before("put off refund")
            try await inner.putOff(refund, for: pause)
            checkpoints.after("put off refund")
        }

        func note(_ finding: OpsFinding) async throws(StoreFailure) {
            try await inner.note(finding)
        }

        /// By the clock, so that only what it finds can be told.
        func takeDueRefunds(
            atMost count: Int,
            hold: Duration
        ) async throws(StoreFailure) -> [RefundID] {
            let due = try await inner.takeDueRefunds(atMost: count, hold: hold)
            if !due.isEmpty { checkpoints.after("take refunds") }
            return due
        }
    }

    /// Refunds at Stripe, telling the checkpoints when a refund calls it.
    struct CheckpointedRefundProcessor: RefundProcessor {
        let inner: any RefundProcessor
        let checkpoints: Checkpoints

        func stripeSeconds() async -> Int64? { await inner.stripeSeconds() }

        func refundRequest(for draft: RefundDraft) -> FrozenRequest {
            inner.refundRequest(for: draft)
        }

        func postRefund(
            _ request: FrozenRequest,
            key: String,
            deadline: Duration,
            permit: @escaping @Sendable () -> Bool
        ) async -> RefundReply {
            checkpoints.before("post refund")
            let reply = await inner.postRefund(request, key: key, deadline: deadline) {
                [checkpoints] in
                guard permit() else { return false }
                checkpoints.sending("post refund")
                return true
            }
            checkpoints.after("post refund")
            return reply
        }

        func refunds(
            of intent: PaymentIntentID,
            after last: StripeRefundID?,
            deadline: Duration
        ) async -> ReadReply<RefundPage> {
            checkpoints.before("list refunds")
            let reply = await inner.refunds(of: intent, after: last, deadline: deadline)
            checkpoints.after("list refunds")
            return reply
        }
    }
#endif
