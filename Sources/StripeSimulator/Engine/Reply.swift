/// An answer on its way out.
struct Reply {
    var stored: StoredReply
    var outcome: RequestOutcome
    /// Whether the answer is kept under the request's key.
    var isRemembered = false
    var isReplay = false
    /// The id of the object that it shows.
    var subject: String?
    /// Whether something was executed that may have left traces.
    var mayHaveChanged = false
    var rateLimitedReason: String?
    /// Set while the key is kept as running.
    var execution: SimulatorAnswer.Execution?
}
