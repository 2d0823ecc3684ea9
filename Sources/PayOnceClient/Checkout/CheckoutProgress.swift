/// What a checkout is doing, for a spinner's text.
public enum CheckoutProgress: Hashable, Sendable {
    case sending
    /// The customer has the challenge before them.
    case challenge
    /// The challenge is over, and the payment is being finished.
    case confirming
    /// Waits this long before it asks again.
    case waiting(Duration)
}
