/// What is decided about refunds before and beside the machine. Pure.
package enum RefundRules {
    package enum Admission: Hashable, Sendable {
        /// The key's own refund.
        case existing(Refund)
        case refused(RefundRefusal)
        /// A new one of so much.
        case begin(minorUnits: Int64)
    }

    /// What becomes of a request, by all that is known of its payment. `key` is the digest of the
    /// request's key.
    package static func admission(
        _ request: RefundRequest,
        key: String,
        meeting ledger: RefundLedger
    ) -> Admission {
        if let known = ledger.refunds.first(where: { $0.order?.key == key }) {
            let isSame =
                known.order?.asked == request.minorUnits && known.order?.reason == request.reason
                && known.stray == request.stray
            return isSame ? .existing(known) : .refused(.keyReused)
        }
        if request.stray != nil {
            let isBusy = ledger.refunds.contains(where: \.state.isOpen)
            return isBusy ? .refused(.inProgress) : .begin(minorUnits: request.minorUnits ?? 0)
        }
        guard ledger.holdsMoney, ledger.payment.intent != nil else {
            return .refused(.notRefundable)
        }
        // One at a time: what the open one comes to decides how much is left.
        guard !ledger.refunds.contains(where: \.state.isOpen) else { return .refused(.inProgress) }
        guard ledger.refundable > 0 else { return .refused(.alreadyRefunded) }
        let wanted = request.minorUnits ?? ledger.refundable
        guard wanted <= ledger.refundable else {
            return .refused(.tooMuch(left: ledger.refundable))
        }
        return .begin(minorUnits: wanted)
    }

    /// How much of a second charge is left, by the list of its refunds.
    package static func left(of minorUnits: Int64, after listed: [RefundSnapshot]) -> Int64 {
        listed.filter { !["failed", "canceled"].contains($0.status) }
            .reduce(minorUnits) { left, refund in max(0, left - max(0, refund.minorUnits)) }
    }

    // MARK: Sending

    /// Whether it may be posted (again): as long as Stripe knows its key for certain. A refund is
    /// what the shop owes, so unlike a charge it may be late.
    package static func maySend(
        _ order: RefundOrder,
        sinceMade: Duration,
        stripeSeconds: Int64?,
        _ rules: SendingRules
    ) -> Bool {
        guard let now = stripeSeconds, let then = order.stripeSeconds else {
            return sinceMade < rules.keyHorizon
        }
        return max(sinceMade, .seconds(now - then)) < rules.keyHorizon
    }

    // MARK: Reading

    /// What a complete list of an intent's refunds says of one of them.
    package static func event(of refund: Refund, in listed: [RefundSnapshot]) -> RefundEvent {
        if let found = snapshot(of: refund, in: listed) { return .found(RefundFinding(found)) }
        let missed = refund.ages.sinceMissed ?? .zero
        return .absent(isProof: missed >= SendingRules.executionHorizon)
    }

    package static func snapshot(
        of refund: Refund,
        in listed: [RefundSnapshot]
    ) -> RefundSnapshot? {
        listed.first { isSame($0, refund) }
    }

    /// With Stripe's own name, where the list has it.
    package static func named(_ refund: Refund, in listed: [RefundSnapshot]) -> Refund {
        var named = refund
        named.stripeName = snapshot(of: refund, in: listed)?.id ?? refund.stripeName
        return named
    }

    /// By Stripe's own name, or by ours in the metadata where it is about what was asked.
    package static func isSame(_ snapshot: RefundSnapshot, _ refund: Refund) -> Bool {
        if let name = refund.stripeName { return snapshot.id == name }
        return refund.order != nil && snapshot.paymentID == refund.id.payment.description
            && snapshot.number == String(refund.id.number)
            && snapshot.minorUnits == refund.minorUnits
    }

    /// The first refund of the list, oldest first, that the ledger does not know: somebody made it
    /// at Stripe.
    package static func stranger(
        in listed: [RefundSnapshot],
        to ledger: RefundLedger
    ) -> RefundSnapshot? {
        listed.reversed().first { snapshot in
            !ledger.refunds.contains { isSame(snapshot, $0) }
        }
    }

    package static func adopted(_ snapshot: RefundSnapshot, by ledger: RefundLedger) -> Refund {
        let finding = RefundFinding(snapshot)
        return Refund(
            id: RefundID(ledger.nextNumber, of: ledger.payment.id),
            state: finding.state,
            minorUnits: snapshot.minorUnits,
            order: nil,
            stripeName: snapshot.id,
            failure: finding.failure
        )
    }

    // MARK: Looking again

    /// When a refund is looked at next, by its age: soon and then more seldom while it is pending;
    /// a success a few times within the month in which a bank may still send it back
    /// (https://docs.stripe.com/refunds#failed-refunds). `nil`: never.
    package static func nextLook(_ state: RefundState, sinceMade age: Duration) -> Duration? {
        let hour = Duration.seconds(3600)
        switch state {
        case .requested, .unresolved: return .seconds(20)
        case .pending: return min(max(age / 2, .seconds(30)), hour * 6)
        case .succeeded:
            let moments = [hour, hour * 24, hour * 24 * 7, hour * 24 * 35]
            return moments.first { $0 > age }.map { $0 - age }
        case .failed, .unrecognised: return nil
        }
    }
}
