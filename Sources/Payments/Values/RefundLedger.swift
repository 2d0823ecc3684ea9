import Money

/// A payment with all that went back of it, as it was read: what is decided about refunds is
/// decided on the whole of it, and written only where it is still so.
public struct RefundLedger: Hashable, Sendable {
    public let payment: Payment
    /// Counts what happened to the payment; grows with each write.
    public let version: Int64
    /// In the order of their numbers, which have no gap.
    public let refunds: [Refund]

    public init(payment: Payment, version: Int64, refunds: [Refund]) {
        self.payment = payment
        self.version = version
        self.refunds = refunds
    }

    /// Whether money was taken: by a success, or as a person found it to be.
    package var holdsMoney: Bool { payment.state == .succeeded || payment.charged != nil }

    /// What is refunded, or is being.
    public var refunded: Int64 { sum { $0.stray == nil && $0.state.isWithStripe } }

    /// What can still be given back: nothing is given twice that may have been given once.
    public var refundable: Int64 {
        max(0, payment.taken.minorUnits - sum { $0.stray == nil && $0.state != .failed })
    }

    public var nextNumber: Int { refunds.count + 1 }

    public func refund(_ id: RefundID) -> Refund? { refunds.first { $0.id == id } }

    /// With a refund in the place of an older version of itself, or as the newest.
    func with(_ refund: Refund) -> RefundLedger {
        var refunds = self.refunds
        if let place = refunds.firstIndex(where: { $0.id == refund.id }) {
            refunds[place] = refund
        } else {
            refunds.append(refund)
        }
        return RefundLedger(payment: payment, version: version, refunds: refunds)
    }

    /// Amounts are small beside what the sum holds: none is above the payment's own.
    private func sum(_ counts: (Refund) -> Bool) -> Int64 {
        refunds.filter(counts).reduce(0) { total, refund in
            let (sum, isTooLarge) = total.addingReportingOverflow(refund.minorUnits)
            return isTooLarge ? .max : sum
        }
    }
}
