/// What a method and a path stand for.
enum Endpoint: Hashable {
    case createIntent
    case listIntents
    case retrieveIntent(String)
    case updateIntent(String)
    case confirmIntent(String)
    case captureIntent(String)
    case cancelIntent(String)
    case createMethod
    case retrieveMethod(String)
    case listCharges
    case retrieveCharge(String)

    init?(method: String, path: String) {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "v1", !parts.contains("") else { return nil }
        let id = parts.count > 2 ? Endpoint.decoded(parts[2]) : ""
        let action = parts.count > 3 ? parts[3] : ""
        guard parts.count <= 4 else { return nil }
        switch (method, parts[1], parts.count) {
        case ("POST", "payment_intents", 2): self = .createIntent
        case ("GET", "payment_intents", 2): self = .listIntents
        case ("GET", "payment_intents", 3): self = .retrieveIntent(id)
        case ("POST", "payment_intents", 3): self = .updateIntent(id)
        case ("POST", "payment_intents", 4):
            switch action {
            case "confirm": self = .confirmIntent(id)
            case "capture": self = .captureIntent(id)
            case "cancel": self = .cancelIntent(id)
            default: return nil
            }
        case ("POST", "payment_methods", 2): self = .createMethod
        case ("GET", "payment_methods", 3): self = .retrieveMethod(id)
        case ("GET", "charges", 2): self = .listCharges
        case ("GET", "charges", 3): self = .retrieveCharge(id)
        default: return nil
        }
    }

    /// Whether an app may call it with its publishable key.
    var isPublic: Bool {
        switch self {
        case .retrieveIntent, .confirmIntent, .createMethod: true
        case .createIntent, .listIntents, .updateIntent, .captureIntent, .cancelIntent,
            .retrieveMethod, .listCharges, .retrieveCharge:
            false
        }
    }

    /// An id that is badly encoded stands for nothing, and is shown as it came.
    private static func decoded(_ part: Substring) -> String {
        do {
            // A plus sign in a path is a plus sign.
            return try FormParser.decode(part.utf8.flatMap(escapedPlus))
        } catch {
            return String(part)
        }
    }

    private static func escapedPlus(_ byte: UInt8) -> [UInt8] {
        byte == UInt8(ascii: "+") ? Array("%2B".utf8) : [byte]
    }
}
