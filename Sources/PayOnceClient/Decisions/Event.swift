/// What comes back to a payment under way.
enum Event: Hashable, Sendable {
    case answered(Standing)
    case refused(Refusal)
    /// No answer, or none that can be read: the request may have been executed.
    case lost
    /// It is certain that the request never left.
    case notSent
    case challenged(ChallengeResult)
    /// The customer cannot be signed in anew, after this refusal.
    case notSignedIn(Refusal)
    /// The record could not be stored before sending.
    case notKept
    /// The app has canceled the task.
    case stopped
}

/// What to do next.
enum Action: Hashable, Sendable {
    case send(Ask)
    case wait(Duration, Ask)
    case signIn(Refusal, Ask)
    case present(Challenge)
    case end(Outcome)
}

/// A request about the payment.
enum Ask: Hashable, Sendable {
    /// With the card and under the checkout's key.
    case first
    /// After the challenge. The secret proves that it is the same guest who asks.
    case second(intent: String, secret: Secret?)
    /// With the card, from a sheet's confirm handler.
    case confirm
    /// The customer does not want it any more.
    case cancel(paymentId: String)
    /// Only looks.
    case look(paymentId: String)

    /// Whether the customer wants to pay by it.
    var isPaying: Bool {
        switch self {
        case .first, .second, .confirm: true
        case .cancel, .look: false
        }
    }
}
