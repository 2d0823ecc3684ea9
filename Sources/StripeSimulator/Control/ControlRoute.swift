/// The control calls, for tests.
enum ControlRoute: Hashable {
    case reset
    case authenticate(String)
    case force(String)
    case clock
    case prune
    case addFault
    case listFaults
    case clearFaults
    case requests
    case book
    case setSwitches
    case listSwitches

    static let prefix = "/_simulator/"

    init?(method: String, path: String) {
        let parts = path.dropFirst(ControlRoute.prefix.count).split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        switch (method, parts.count, parts[0]) {
        case ("POST", 1, "reset"): self = .reset
        case ("POST", 1, "clock"): self = .clock
        case ("POST", 1, "faults"): self = .addFault
        case ("GET", 1, "faults"): self = .listFaults
        case ("DELETE", 1, "faults"): self = .clearFaults
        case ("GET", 1, "requests"): self = .requests
        case ("GET", 1, "book"): self = .book
        case ("POST", 1, "switches"): self = .setSwitches
        case ("GET", 1, "switches"): self = .listSwitches
        case ("POST", 2, "keys") where parts[1] == "prune": self = .prune
        case ("POST", 2, "payment_intents"): self = .force(String(parts[1]))
        case ("POST", 3, "payment_intents") where parts[2] == "authenticate":
            self = .authenticate(String(parts[1]))
        default: return nil
        }
    }

    /// Whether it changes what outlives the run: faults do not.
    var mayChange: Bool {
        switch self {
        case .reset, .authenticate, .force, .clock, .prune, .setSwitches: true
        case .addFault, .listFaults, .clearFaults, .requests, .book, .listSwitches: false
        }
    }

    /// The id of the object that it is about.
    var subject: String? {
        switch self {
        case .authenticate(let id), .force(let id): id
        case .reset, .clock, .prune, .addFault, .listFaults, .clearFaults, .requests, .book,
            .setSwitches, .listSwitches:
            nil
        }
    }
}
