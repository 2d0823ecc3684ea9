/// What an audit finds. The words are stored, printed and documented in the runbook.
public enum FindingKind: String, Sendable, CaseIterable {
    // MARK: In our own book

    /// An event was changed, removed or inserted, or a stored request is not the one that was made.
    case chainBroken = "chain_broken"
    /// The events of a closed window are not those that were sealed, or a seal is missing.
    case sealBroken = "seal_broken"
    /// Nobody seals: events are older than the service would leave them.
    case unsealed
    /// There are events of a payment and no payment.
    case paymentMissing = "payment_missing"
    /// A row says what no program writes.
    case impossibleState = "impossible_state"
    /// Something that the payment must hold, so that nothing charges again, is not its own.
    case guardMissing = "guard_missing"
    /// The amount is not that of the cart, of the fixed order, or of the request that was sent.
    case priceDiffers = "price_differs"
    case orderPaidTwice = "order_paid_twice"
    case unresolvedTooLong = "unresolved_too_long"
    case openPastTheHour = "open_past_the_hour"
    case heldNotCaptured = "held_not_captured"
    case quarantined

    // MARK: In both

    /// The same card or customer, cart and amount, within a short time.
    case suspectedDuplicate = "suspected_duplicate"
    case cvcFailed = "cvc_failed"

    // MARK: Against Stripe

    case intentWithoutRow = "intent_without_row"
    case rowWithoutIntent = "row_without_intent"
    case amountDiffers = "amount_differs"
    case currencyDiffers = "currency_differs"
    case customerDiffers = "customer_differs"
    case metadataDiffers = "metadata_differs"
    case modeDiffers = "mode_differs"
    case statusDiffers = "status_differs"
    case severalIntents = "several_intents"
    case refundWithoutRecord = "refund_without_record"

    /// Whether an audit of our own book alone sees when it is not there any more.
    public var isSeenLocally: Bool {
        switch self {
        case .chainBroken, .sealBroken, .unsealed, .paymentMissing, .impossibleState,
            .guardMissing, .priceDiffers, .orderPaidTwice, .unresolvedTooLong, .openPastTheHour,
            .heldNotCaptured, .quarantined:
            true
        case .suspectedDuplicate, .amountDiffers, .currencyDiffers, .customerDiffers, .cvcFailed,
            .intentWithoutRow, .rowWithoutIntent, .metadataDiffers, .modeDiffers, .statusDiffers,
            .severalIntents,
            .refundWithoutRecord:
            false
        }
    }
}
