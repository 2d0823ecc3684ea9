/// What the shop wants where the bank says that a security code collected again is wrong. The raw
/// values are stored.
public enum CVCMismatchPolicy: String, Hashable, Sendable, CaseIterable {
    /// The card is only held until the check is known, and let go where it failed.
    case refuse
    /// The payment stands, and a person is told.
    case accept
}
