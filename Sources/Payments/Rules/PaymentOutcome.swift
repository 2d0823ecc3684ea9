/// What a shop acts on after a payment, each once.
public enum PaymentOutcome: String, Sendable, CaseIterable {
    case succeeded, processing, failed

    /// The outcome that a change of state is, if it is one.
    ///
    /// An attempt that fails while its customer waits is no news for the shop: the answer said so,
    /// nothing was to be handed over, and somebody who tries out cards would flood it. It has
    /// failed for the shop where it was open for so long that somebody may have counted on it.
    package init?(from old: PaymentState, to new: PaymentState) {
        guard old != new else { return nil }
        switch new {
        case .succeeded: self = .succeeded
        case .processing: self = .processing
        case .declined, .expired, .canceled:
            guard old == .processing || old == .unresolved else { return nil }
            self = .failed
        // An app may pay it another time, or it is ended at Stripe; what was counted on failed.
        case .open, .canceling:
            guard old == .processing else { return nil }
            self = .failed
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .requiresCustomer,
            .unresolved, .quarantined, .unrecognised:
            return nil
        }
    }
}
