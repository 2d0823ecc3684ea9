import Payments

// Answers that are not what they should be.

extension PostReply {
    /// An answer with an intent, changed.
    func altered(by fault: Fault?) -> PostReply {
        guard case .intent(let intent, let receipt) = self else { return self }
        guard fault == .saysReplayed else { return .intent(intent.altered(by: fault), receipt) }
        let replayed = Receipt(
            status: receipt.status,
            requestID: receipt.requestID,
            isReplay: true,
            stripeSeconds: receipt.stripeSeconds
        )
        return .intent(intent, replayed)
    }
}

extension ReadReply<IntentSnapshot> {
    func altered(by fault: Fault?) -> ReadReply {
        guard case .value(let intent, let seconds) = self else { return self }
        return .value(intent.altered(by: fault), stripeSeconds: seconds)
    }
}

extension IntentSnapshot {
    fileprivate func altered(by fault: Fault?) -> IntentSnapshot {
        IntentSnapshot(
            id: id,
            status: fault == .unknownWord ? "on_the_moon" : status,
            amount: fault == .otherAmount ? amount.map { $0 + 1 } : amount,
            amountReceived: amountReceived,
            currency: currency,
            customer: customer,
            method: method,
            clientSecret: clientSecret,
            paymentID: paymentID,
            isLive: isLive,
            lastError: lastError,
            declinedCard: declinedCard,
            cvcCheck: cvcCheck,
            created: created
        )
    }
}
