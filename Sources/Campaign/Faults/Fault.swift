/// What goes wrong at one call of a port.
public enum Fault: Hashable, Sendable {
    /// The service dies before the call has any effect.
    case crashBefore
    /// The service dies after the effect and before the answer.
    case crashAfter
    /// The service is stopped for this long before the call leaves it.
    case stopBefore(Duration)
    /// The service is stopped for this long after the effect and before it sees the answer.
    case stopAfter(Duration)
    /// It was done, and the answer is lost: a connection that broke, a gateway's 502, an
    /// acknowledgement of a commit.
    case lostWithEffect
    /// It was not done, and nobody can tell.
    case lostWithoutEffect
    /// It was not done, and that is certain: a database that says so, as after a serialization
    /// error, or a connection that was never made.
    case unavailable
    /// Answered, or for the database done, after this time.
    case slow(Duration)

    // The database's alone.

    /// No commit of any instance for this long.
    case outage(Duration)
    /// It was refused and will be again.
    case rejected

    // The others are Stripe's alone; the database takes them for `unavailable`.

    /// Something is under way under this key or on this object: 409, or 429 `lock_timeout`.
    case busy
    /// Not now: 429 for the rate. Nothing is kept.
    case refused
    /// An error that Stripe keeps as the answer to the key, having done it or not.
    case keptFailure(withEffect: Bool)
    /// The key is in use from now on, and the effect and the answer come this long after.
    case executedSlowly(Duration)
    /// No answer, and done this long after.
    case late(Duration)
    /// The request arrives a second time, this long after the first.
    case duplicated(Duration)
    /// Reads only: Stripe knows no such thing.
    case missing
    /// An answer about another amount than was asked.
    case otherAmount
    /// An answer in a word that nobody knows.
    case unknownWord
    /// An answer that says to be a repetition from memory, and so may be old.
    case saysReplayed
}

extension Fault {
    /// Its name without its time, for counting.
    public var kind: String {
        let text = "\(self)"
        return String(text.prefix { $0 != "(" })
    }
}
