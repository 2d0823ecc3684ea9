/// A fault and the requests that it is for.
struct Fault {
    let kind: FaultKind
    let method: String?
    /// For the whole path, without the query; `*` stands for any run of characters.
    let path: Glob?
    /// How many requests it hits at most; `nil` is no bound.
    let times: Int?
    /// How many matching requests go unharmed before.
    let after: Int
    /// From 0 to 1, drawn for each request whose turn it is.
    let probability: Double?
    /// What its answer says in `Stripe-Should-Retry`, where that is to be something of its own.
    let shouldRetry: Bool?
    /// Requests that matched.
    var matched = 0
    /// Requests that it hit.
    var applied = 0

    func concerns(_ request: SimulatorRequest) -> Bool {
        if let times, applied >= times { return false }
        if let method, method != request.method { return false }
        if let path, !path.matches(request.path) { return false }
        // A reset tells itself from a dropped connection only where the connection was used before.
        return kind != .resetReused || request.isConnectionReused
    }
}
