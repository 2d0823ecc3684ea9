/// What a shop acts on after a payment, each once.
public enum PaymentOutcome: String, Sendable, CaseIterable {
    case succeeded, processing, failed

    /// The outcome that a change of state is, if it is one.
    ///
    /// An attempt that fails while its customer waits is no news for the shop: the answer said so,
    /// nothing was to be handed over, and somebody who tries out cards would flood it. It has
    /// failed for the shop where it was open for so long that somebody may have counted on it.
    ///
    /// What the shop began itself was answered to the shop; any end that comes later is news to it.
    /// Only a replaced attempt is none: the purchase goes on with the next one.
    package init?(
        from old: PaymentState,
        to new: PaymentState,
        in flow: Flow = .onSession,
        because why: Closing? = nil
    ) {
        guard old != new else { return nil }
        switch new {
        case .succeeded: self = .succeeded
        case .processing: self = .processing
        case .declined, .expired, .canceled:
            guard PaymentOutcome.wasOpen(old, flow), why != .replaced || flow != .offSession
            else { return nil }
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

    /// Whether somebody may have counted on an attempt in this state.
    private static func wasOpen(_ state: PaymentState, _ flow: Flow) -> Bool {
        switch state {
        case .processing, .unresolved, .quarantined: true
        case .requiresAction, .confirming, .canceling, .requiresCustomer: flow == .offSession
        case .creating, .authorized, .capturing, .open, .succeeded, .declined, .expired, .canceled,
            .unrecognised:
            false
        }
    }
}
