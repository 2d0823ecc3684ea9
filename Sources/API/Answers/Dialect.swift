/// The words that a client looks for in an answer. All are spoken beside the common ones.
enum Dialect: Sendable, Hashable, CaseIterable {
    /// The sample clients of the guide: `requiresAction`, `clientSecret`.
    case camelCase
    /// Clients that follow the older web guide: also `success`, `requires_action` and
    /// `payment_intent_client_secret`.
    case snakeCase
    /// Flutter's screens, which send their second call to `/charge-card-off-session`: also
    /// `succeeded`.
    case offSession
    /// Whoever asks how a payment stands: also `amountRefunded`.
    case inquiry
}
