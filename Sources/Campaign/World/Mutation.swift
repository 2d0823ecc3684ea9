/// A guard that is left out on purpose: a check that does not see it checks nothing.
public enum Mutation: String, CaseIterable, Sendable {
    /// The database writes a change whatever the attempt has become meanwhile.
    case fenceIgnored
    /// The database lets every claim have its guards.
    case guardsIgnored
    /// The database says that a claim is written, and forgets it.
    case claimsForgotten
    /// The database says that a success is written, and forgets what the shop has to be told.
    case outboxForgotten
    /// The database says that what is to be looked at is written, and forgets it.
    case hintsForgotten
    /// Stripe executes a repeated request once more.
    case keysForgotten
}
