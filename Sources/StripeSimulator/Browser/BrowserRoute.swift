/// What a page in a browser asks for, beside the calls that apps make too.
enum BrowserRoute: Hashable {
    /// The stand-in for Stripe.js.
    case script
    /// The challenge of a PaymentIntent, which its customer's browser settles.
    case challenge(String)
    /// Whether a page may make a call.
    case preflight

    /// `nil` where the request is none of these.
    init?(_ request: SimulatorRequest) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        switch (request.method, parts.count) {
        case ("OPTIONS", _) where parts.count > 2 && ["v1", "v3"].contains(parts[1]):
            self = .preflight
        case ("GET", 2), ("HEAD", 2), ("GET", 3), ("HEAD", 3):
            guard parts[1] == "v3", parts.last == "" || parts.count == 2 else { return nil }
            self = .script
        case ("POST", 4):
            guard parts[1] == "v3", parts[2] == "challenges" else { return nil }
            self = .challenge(String(parts[3]))
        default: return nil
        }
    }
}
