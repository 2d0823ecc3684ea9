import JSON
import TestKit

/// What goes wrong on Stripe's side: every kind that the simulator knows, drawn for each request
/// for an intent. In all about 7 of 100 requests are hit.
enum StripeFaults {
    static func all() throws -> [SimulatorFault] {
        try kinds.map { try fault($0.0, permille: $0.1, $0.2) }
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

    /// What it is, without how often.
    static func kind(of fault: SimulatorFault) -> String {
        fault.description.replacing(/\ probability=\S+/, with: "")
    }

    private static func fault(
        _ name: String,
        permille: Int,
        _ more: JSONObject
    ) throws -> SimulatorFault {
        var fields = more
        let padding = String(repeating: "0", count: 3 - String(permille).count)
        fields["probability"] = try JSONValue.parse(
            Array("0.\(padding)\(permille)".utf8),
            limits: .answer
        )
        return SimulatorFault(name, method: nil, fields)
    }
}
