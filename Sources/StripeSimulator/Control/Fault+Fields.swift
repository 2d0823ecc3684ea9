import JSON

extension Fault {
    init(_ fields: ControlFields) throws(ControlError) {
        kind = try FaultKind(fields)
        method = try fields.text("method")?.uppercased()
        path = try fields.text("path").map(Glob.init)
        times = try fields.integer("times", in: 1...Fault.largestCount).map { Int($0) }
        after = Int(try fields.integer("after", in: 0...Fault.largestCount) ?? 0)
        probability = try fields.decimal("probability", in: 0...1)
        shouldRetry = try fields.flag("should_retry")
    }

    private static let largestCount: Int64 = 1_000_000_000
}

extension FaultKind {
    /// Longer than any client waits.
    static let longestSeconds: Double = 86_400

    private static let selection: Set<String> = [
        "fault", "method", "path", "times", "after", "probability",
    ]

    init(_ fields: ControlFields) throws(ControlError) {
        guard let name = try fields.text("fault") else { throw ControlError("`fault` is missing.") }
        var own: Set<String> = []
        switch name {
        case "drop_before": self = .dropBefore
        case "drop_after": self = .dropAfter
        case "reset_reused": self = .resetReused
        case "lock_timeout":
            own = ["should_retry"]
            self = .lockTimeout
        case "in_use":
            own = ["should_retry"]
            self = .inUse
        case "odd_fields": self = .oddFields
        case "slow":
            own = ["seconds"]
            self = .slow(seconds: try FaultKind.seconds(fields))
        case "status":
            own = ["code", "body", "executed", "should_retry"]
            self = try FaultKind.status(fields)
        case "html502":
            own = ["executed"]
            self = .html502(isExecuted: try fields.flag("executed") ?? false)
        case "hang":
            own = ["executed"]
            self = .hang(isExecuted: try fields.flag("executed") ?? false)
        case "truncate":
            own = ["bytes"]
            self = .truncate(bytes: try FaultKind.bytes(fields))
        case "rate_limit":
            own = ["reason", "should_retry"]
            self = .rateLimit(reason: try fields.text("reason") ?? "global-rate")
        default: throw ControlError("There is no fault `\(name)`.")
        }
        try fields.refuseUnknown(FaultKind.selection.union(own))
    }

    private static func seconds(_ fields: ControlFields) throws(ControlError) -> Double {
        guard let seconds = try fields.decimal("seconds", in: 0...longestSeconds) else {
            throw ControlError("`seconds` is missing.")
        }
        return seconds
    }

    private static func bytes(_ fields: ControlFields) throws(ControlError) -> Int {
        guard let bytes = try fields.integer("bytes", in: 0...1_000_000_000) else {
            throw ControlError("`bytes` is missing.")
        }
        return Int(bytes)
    }

    private static func status(_ fields: ControlFields) throws(ControlError) -> FaultKind {
        guard let code = try fields.integer("code", in: 200...599) else {
            throw ControlError("`code` is missing.")
        }
        guard let isExecuted = try fields.flag("executed") else {
            throw ControlError("`executed` is missing: is the error stored under the key, or not?")
        }
        let body = fields["body"].map { value in
            value.string ?? String(decoding: value.encoded(), as: UTF8.self)
        }
        return .status(code: Int(code), body: body, isExecuted: isExecuted)
    }
}
