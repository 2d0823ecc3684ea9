/// What goes wrong at one call of a port.
public enum ScriptedFault: Hashable, Sendable {
    /// The service dies before the call has any effect.
    case crashBefore
    /// The service dies after the effect and before the answer.
    case crashAfter
    /// It was done, and the answer is lost.
    case lostWithEffect
    /// It was not done, and nobody can tell.
    case lostWithoutEffect
    /// It was not done, and that is certain: a database that says so, a connection never made.
    case unavailable

    // The others are Stripe's alone; the database takes them for `unavailable`.

    /// Something is under way under this key or on this object.
    case busy
    /// Not now: a rate. Nothing is kept.
    case refused
    /// An error that Stripe keeps as the answer to the key, having done it or not.
    case keptFailure(withEffect: Bool)
    /// Done at once, answered after this time.
    case slow(Duration)
    /// No answer, and done this long after.
    case late(Duration)
    /// Reads only: Stripe knows no such thing.
    case missing
}
