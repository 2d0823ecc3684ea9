import JSON
import TestKit

/// What goes wrong on Stripe's side. Of the requests for an intent about 7 of 100 are hit, by every
/// kind that the simulator knows; of the few that are about customers, cards and refunds more.
enum StripeFaults {
    /// Each with a name to count it by.
    static func all() throws -> [(name: String, fault: SimulatorFault)] {
        let atIntents = try kinds.map { try fault($0.0, "/v1/payment_intents*", nil, $0.1, $0.2) }
        let atOthers = try others.flatMap { path, method, more in
            try (elsewhere + more).map { try fault($0.0, path, method, $0.1, $0.2) }
        }
        return atIntents + atOthers
    }

    private static let kinds: [(String, Int, JSONObject)] = [
        ("drop_before", 7, [:]),
        ("drop_after", 7, [:]),
        ("slow", 10, ["seconds": 1]),
        ("slow", 2, ["seconds": 4]),
        ("slow", 1, ["seconds": 20]),
        ("status", 2, ["code": 500, "executed": true]),
        ("status", 2, ["code": 500, "executed": false]),
        ("status", 2, ["code": 503, "executed": false]),
        ("status", 1, ["code": 504, "executed": false]),
        ("html502", 2, ["executed": true]),
        ("html502", 2, ["executed": false]),
        ("truncate", 2, ["bytes": 0]),
        ("truncate", 2, ["bytes": 30]),
        ("truncate", 2, ["bytes": 700]),
        ("truncate", 2, ["bytes": 2000]),
        ("reset_reused", 5, [:]),
        ("rate_limit", 2, [:]),
        ("lock_timeout", 3, [:]),
        ("in_use", 3, [:]),
        ("hang", 1, ["executed": true]),
        ("hang", 1, ["executed": false]),
        ("odd_fields", 10, [:]),
    ]

    private typealias Kind = (String, Int, JSONObject)

    /// What the service asks of the rest; an app's own requests are none of these.
    private static let others: [(path: String, method: String?, more: [Kind])] = [
        ("/v1/customers", "POST", kept), ("/v1/customers/*", "GET", []),
        ("/v1/payment_methods/*", nil, []),
        // Not a failure that Stripe keeps without having done it: that nothing was given back is
        // proved by lists which lie five minutes apart, and the campaign has the time for that.
        ("/v1/refunds", "POST", [("status", 30, ["code": 500, "executed": true])]),
        ("/v1/refunds", "GET", []),
    ]

    private static let elsewhere: [Kind] = [
        ("drop_before", 20, [:]),
        ("drop_after", 40, [:]),
        ("slow", 30, ["seconds": 1]),
        ("slow", 5, ["seconds": 12]),
        ("html502", 20, ["executed": true]),
        ("html502", 20, ["executed": false]),
        ("truncate", 20, ["bytes": 30]),
        ("reset_reused", 20, [:]),
        ("lock_timeout", 20, [:]),
        ("odd_fields", 20, [:]),
    ]

    private static let kept: [Kind] = [
        ("status", 20, ["code": 500, "executed": true]),
        ("status", 20, ["code": 500, "executed": false]),
    ]

    private static func fault(
        _ name: String,
        _ path: String,
        _ method: String?,
        _ permille: Int,
        _ more: JSONObject
    ) throws -> (name: String, fault: SimulatorFault) {
        var fields = more
        let padding = String(repeating: "0", count: 3 - String(permille).count)
        fields["probability"] = try JSONValue.parse(
            Array("0.\(padding)\(permille)".utf8),
            limits: .answer
        )
        let fault = SimulatorFault(name, path, method: method, fields)
        let kind = fault.description.replacing(/\ probability=\S+/, with: "")
        return (path.hasPrefix("/v1/payment_intents") ? kind : "\(kind) at \(path)", fault)
    }
}
