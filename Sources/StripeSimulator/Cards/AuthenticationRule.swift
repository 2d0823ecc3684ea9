/// When a card's bank wants the customer to prove who they are (3-D Secure).
enum AuthenticationRule: Hashable {
    case unsupported
    /// Supported by the network, this card takes no part: never a challenge.
    case notEnrolled
    /// Only where the merchant asks for it.
    case optional
    /// As `optional`, but the proof cannot be had: the attempt ends in a processing error.
    case optionalFails
    /// Always, and off session the payment is declined, set up or not.
    case always
    /// On session always; off session the card counts as set up.
    case onSession
    /// Unless the card was set up for later use.
    case unlessSetUp
    /// As `always`, by fingerprint alone: the customer sees no challenge.
    case frictionless
    /// Always, but the proof cannot be had: the attempt is declined.
    case lookupFails
}
