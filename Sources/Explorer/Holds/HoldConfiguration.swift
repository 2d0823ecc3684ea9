/// What is explored of a payment that holds the amount: what may go wrong, and which rule is
/// missing.
public struct HoldConfiguration: Hashable, Sendable {
    public let faults: Faults
    public let mutation: HoldMutation?

    public init(_ faults: Faults, without: HoldMutation? = nil) {
        self.faults = faults
        mutation = without
    }

    public func without(_ mutation: HoldMutation) -> HoldConfiguration {
        HoldConfiguration(faults, without: mutation)
    }
}

/// A rule of holds that is taken out, to see that the model would notice.
public enum HoldMutation: String, CaseIterable, Sendable {
    /// What the bank said is not written with the step that it decides.
    case verdictWithTheStep = "verdict-with-the-step"
    /// A wrong CVC is told before Stripe says that the hold is given back.
    case cancelBeforeTelling = "cancel-before-telling"
    /// A capture without an answer counts as not executed.
    case openCapture = "open-capture"
    /// Whether a send is open is asked after the reading instead of before.
    case openBeforeReading = "open-before-reading"
    /// The capture is sent without being written first.
    case captureBeforeCommit = "capture-before-commit"
    /// A hold is captured however long ago the customer asked.
    case resendLimit = "hold-resend-limit"
    /// Neither the fence nor the owner is compared when a change is written.
    case fencing = "hold-fencing"
    case leaseAtTheWire = "hold-lease-at-the-wire"
}

extension Bounds {
    /// The mixtures of faults for a hold; the space is small enough for all faults at once sooner.
    public var holds: [HoldConfiguration] {
        switch self {
        case .small: [HoldConfiguration(Faults(crashes: 1, lostAnswers: 1))]
        case .standard:
            [
                HoldConfiguration(Faults(crashes: 2, lostAnswers: 2, lateSends: 1)),
                HoldConfiguration(Faults(pauses: 1, lostAnswers: 1, lateSends: 1)),
                HoldConfiguration(Faults(crashes: 1, lostAnswers: 1, oddAnswers: 1)),
            ]
        case .large:
            [
                HoldConfiguration(
                    Faults(crashes: 2, pauses: 1, lostAnswers: 2, lateSends: 1, oddAnswers: 1)
                )
            ]
        }
    }
}
