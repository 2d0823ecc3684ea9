import JSON

/// A fault for the simulator, as its control call takes it.
public struct SimulatorFault: Sendable, CustomStringConvertible {
    let json: JSONValue
    public let description: String

    /// A fault by its word, for the requests to `path` (`*` is any run of characters), with what
    /// the fault itself takes. It hits `times` of them, or all, after so many went unharmed.
    public init(
        _ name: String,
        _ path: String = "/v1/payment_intents*",
        method: String? = "POST",
        times: Int64? = nil,
        after: Int64 = 0,
        _ more: JSONObject = [:]
    ) {
        var fields: JSONObject = ["fault": .string(name), "path": .string(path)]
        if let method { fields["method"] = .string(method) }
        if let times { fields["times"] = .number(JSONNumber(times)) }
        if after > 0 { fields["after"] = .number(JSONNumber(after)) }
        for (key, value) in more { fields[key] = value }
        json = .object(fields)
        let details = more.map {
            " \($0.key)=\(String(decoding: $0.value.encoded(), as: UTF8.self))"
        }
        description = name + details.joined() + (times.map { " ×\($0)" } ?? "")
    }

    /// Every PaymentIntent request is executed at once and answered so late.
    public static func slow(seconds: Int64) -> SimulatorFault {
        SimulatorFault("slow", times: nil, ["seconds": .number(JSONNumber(seconds))])
    }

    /// The same fault for other requests.
    public func on(_ path: String) -> SimulatorFault {
        var fields = json.object ?? [:]
        fields["path"] = .string(path)
        return SimulatorFault(json: .object(fields), description: description)
    }

    private init(json: JSONValue, description: String) {
        self.json = json
        self.description = description
    }
}
