/// What must hold whatever goes wrong.
public enum Invariant: String, CaseIterable, Comparable, Sendable {
    /// A purchase is charged at most once.
    case oneCharge = "I1"
    /// An attempt makes at most one intent.
    case oneIntent = "I2"
    /// Every charge belongs to exactly one attempt, which asked for just that.
    case noOrphan = "I3"
    /// Who is told "paid" has been charged, and who has been charged and asks is told so.
    case noLostPayment = "I4"
    /// Who is told that an attempt is over, or that nothing was charged, is not charged by it
    /// later.
    case finalMeansFinal = "I5"
    /// A key is sent with one request only.
    case oneRequestPerKey = "I6"
    /// No key is sent that Stripe may have forgotten.
    case noOldKey = "I7"
    /// What is unknown is resolved once the faults are over.
    case resolved = "I8"
    /// The row is there before the first byte.
    case rowFirst = "I9"
    /// Nothing is charged where the CVC was to be right and is wrong, and what was held and is not
    /// charged is given back.
    case noHoldLeft = "I11"
    /// Every success has its one row for the shop, and no other payment has; where somebody tells
    /// the shop, it hears of it.
    case shopKnows = "I12"
    /// What is given back for one request is given back once, and the ledger says the same as
    /// Stripe.
    case refundedOnce = "I13"
    /// A shop's customer is one at Stripe, is charged as that one alone, and is shown the cards
    /// that Stripe has of them.
    case ownCards = "I14"

    public static func < (left: Invariant, right: Invariant) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An invariant that did not hold, with what was seen.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    public let invariant: Invariant
    public let detail: String

    public init(_ invariant: Invariant, _ detail: String) {
        self.invariant = invariant
        self.detail = detail
    }

    public var description: String { "\(invariant.rawValue): \(detail)" }
}
