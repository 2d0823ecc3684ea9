import JSON

extension SimulatorEngine {
    func refund(_ command: CreateRefund) throws(StripeError) -> JSONValue {
        var charge = try refundable(command.target)
        let amount = command.amount ?? charge.refundableAmount
        if let dispute = charge.dispute.flatMap({ account.disputes[$0] }), !dispute.isInquiry {
            throw .chargeIsDisputed(charge.id)
        }
        guard charge.refundableAmount > 0 else { throw .alreadyRefunded(charge.id) }
        guard amount <= charge.refundableAmount else {
            throw .tooMuchToRefund(amount, of: charge)
        }
        let outcome = charge.card.refund
        var refund = Refund(
            id: identifiers.refund(of: charge.paymentIntent),
            number: account.refunds.nextNumber,
            created: now,
            charge: charge.id,
            paymentIntent: charge.paymentIntent,
            paymentMethod: charge.paymentMethod,
            customer: charge.customer,
            amount: amount,
            currency: charge.currency,
            reason: command.reason,
            balanceTransaction: identifiers.balanceTransaction(),
            outcome: outcome,
            status: outcome == .succeedsLater ? .pending : .succeeded
        )
        refund.metadata = try command.metadata.applied(to: Metadata())
        account.store(refund)
        charge.refundedAmount += amount
        account.store(charge)
        if refund.status == .succeeded { account.giveBack(amount, of: charge) }
        if outcome != .succeeds { refunds.append(refund.id, since: now) }
        touch(charge.paymentIntent)
        emit(.refundCreated, .refund(refund))
        emit(.chargeRefunded, .charge(charge))
        return renderer.json(refund, expanding: command.expansion)
    }

    private func refundable(_ target: CreateRefund.Target) throws(StripeError) -> Charge {
        switch target {
        case .charge(let id):
            guard let charge = account.charge(id) else {
                throw .noSuchReference("charge", id, parameter: "charge")
            }
            guard charge.isPaid else { throw .neverPaid(charge.paymentIntent) }
            guard charge.isCaptured else { throw .chargeNotCaptured(id) }
            return charge
        case .paymentIntent(let id):
            guard let intent = account.intent(id) else {
                throw .noSuchReference("payment_intent", id, parameter: "payment_intent")
            }
            guard let charge = intent.latestCharge.flatMap(account.charge), charge.isCaptured else {
                throw .neverPaid(id)
            }
            return charge
        }
    }

    func existingRefund(_ id: String) throws(StripeError) -> Refund {
        guard let refund = account.refunds[id] else {
            throw .noSuch("refund", id, parameter: "id")
        }
        return refund
    }

    func updateRefund(
        _ id: String,
        _ change: MetadataChange,
        _ expansion: Expansion
    ) throws(StripeError) -> JSONValue {
        let before = try existingRefund(id)
        var refund = before
        refund.metadata = try change.applied(to: refund.metadata)
        account.store(refund)
        emit(.refundUpdated, .refund(refund), previous: .refund(before))
        return renderer.json(refund, expanding: expansion)
    }

    /// What becomes of a refund that was not final at once.
    func completeRefund(_ id: String) {
        guard let before = account.refunds[id], var charge = account.charge(before.charge) else {
            return
        }
        var refund = before
        switch refund.outcome {
        case .succeeds:
            return
        case .succeedsLater:
            refund.status = .succeeded
            account.giveBack(refund.amount, of: charge)
        case .failsLater:
            refund.status = .failed
            account.giveBack(-refund.amount, of: charge)
            charge.refundedAmount -= refund.amount
            account.store(charge)
        }
        account.store(refund)
        let isFailed = refund.status == .failed
        for type in isFailed ? [.refundFailed, .refundUpdated] : [EventType.refundUpdated] {
            emit(type, .refund(refund), previous: .refund(before))
        }
        emit(.chargeRefundUpdated, .refund(refund), previous: .refund(before))
    }
}
