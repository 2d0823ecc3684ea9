import JSON

/// What banks do with charges later.
extension SimulatorEngine {
    /// Stripe's fee for a dispute in US dollars, which stands for all currencies here.
    private static let disputeFee: Int64 = 1500

    /// The bank disputes the charge, where the card is one of those.
    func dispute(_ charge: Charge) {
        switch charge.card.dispute {
        case .accepts: return
        case .disputes(let reason): open(charge, reason, isInquiry: false)
        case .inquires: open(charge, .fraudulent, isInquiry: true)
        }
    }

    private func open(_ charge: Charge, _ reason: DisputeReason, isInquiry: Bool) {
        var charge = charge
        var dispute = Dispute(
            id: identifiers.dispute(),
            number: account.disputes.nextNumber,
            created: now,
            charge: charge.id,
            paymentIntent: charge.paymentIntent,
            amount: charge.capturedAmount,
            currency: charge.currency,
            reason: reason,
            isInquiry: isInquiry,
            isLive: charge.isLive,
            status: isInquiry ? .warningNeedsResponse : .needsResponse
        )
        if !isInquiry { move(-dispute.amount, fee: SimulatorEngine.disputeFee, &dispute) }
        account.store(dispute)
        charge.dispute = dispute.id
        account.store(charge)
        emit(.disputeCreated, .dispute(dispute))
        if !isInquiry { emit(.disputeFundsWithdrawn, .dispute(dispute)) }
    }

    private func move(_ amount: Int64, fee: Int64, _ dispute: inout Dispute) {
        dispute.movements.append(
            Dispute.Movement(
                id: identifiers.balanceTransaction(),
                amount: amount,
                fee: fee,
                created: now
            )
        )
    }

    func perform(_ command: DisputeCommand) throws(StripeError) -> JSONValue {
        switch command {
        case .list(let list): return try listDisputes(list)
        case .retrieve(let id, let expansion):
            return renderer.json(try existingDispute(id), expanding: expansion)
        case .update(let id, let update): return try self.update(id, update)
        case .close(let id, let expansion):
            var dispute = try existingDispute(id)
            guard !dispute.status.isFinal else { throw .disputeIsClosed }
            end(&dispute, as: dispute.isInquiry ? .warningClosed : .lost)
            return renderer.json(dispute, expanding: expansion)
        }
    }

    private func existingDispute(_ id: String) throws(StripeError) -> Dispute {
        guard let dispute = account.disputes[id] else {
            throw .noSuch("dispute", id, parameter: "dispute")
        }
        return dispute
    }

    /// With Stripe's test cards the evidence `winning_evidence` wins and `losing_evidence` loses.
    private func update(_ id: String, _ update: UpdateDispute) throws(StripeError) -> JSONValue {
        var dispute = try existingDispute(id)
        let before = dispute
        guard !dispute.status.isFinal || update.text == nil else { throw .disputeIsClosed }
        dispute.explanation = update.text ?? dispute.explanation
        dispute.metadata = try update.metadata.applied(to: dispute.metadata)
        if update.text != nil, update.submits { dispute.submissions += 1 }
        account.store(dispute)
        emit(.disputeUpdated, .dispute(dispute), previous: .dispute(before))
        switch (update.submits, update.text) {
        case (true, "winning_evidence"?):
            end(&dispute, as: dispute.isInquiry ? .warningClosed : .won)
        case (true, "losing_evidence"?): end(&dispute, as: .lost)
        case (true, _), (false, _): break
        }
        return renderer.json(dispute, expanding: update.expansion)
    }

    private func end(_ dispute: inout Dispute, as status: DisputeStatus) {
        let before = dispute
        dispute.status = status
        let isGivenBack = status == .won && !dispute.movements.isEmpty
        if isGivenBack { move(dispute.amount, fee: -SimulatorEngine.disputeFee, &dispute) }
        account.store(dispute)
        touch(dispute.paymentIntent)
        emit(.disputeClosed, .dispute(dispute), previous: .dispute(before))
        if isGivenBack { emit(.disputeFundsReinstated, .dispute(dispute)) }
    }
}
