/// What became of a request.
enum RequestOutcome: String {
    /// The endpoint did its work, or a bank declined.
    case executed
    /// The remembered answer was given again.
    case replayed
    /// Answered with an error, and nothing changed.
    case refused
    /// Not executed and not answered.
    case dropped
}
