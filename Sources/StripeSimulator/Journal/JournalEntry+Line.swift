import JSON

extension JournalEntry {
    /// Goes up whenever the same request would draw other ids, or draw them in another order.
    private static let format: Int64 = 2

    var line: [UInt8] {
        var object: JSONObject = [
            "format": JSONValue(JournalEntry.format),
            "place": .string(String(moment.place)),
            "now": JSONValue(moment.now),
            "method": .string(request.method),
            "path": .string(request.path),
        ]
        if moment.advance != 0 { object["advance"] = JSONValue(moment.advance) }
        if moment.switches != Switches() { object["switches"] = moment.switches.json }
        object["query"] = request.query.map(JSONValue.string)
        if request.isFromApp { object["app"] = true }
        object["key"] = request.idempotencyKey.map(JSONValue.string)
        object["version"] = request.version.map(JSONValue.string)
        if !request.body.isEmpty {
            // What is executed is UTF-8: the form and the JSON were read before.
            object["body"] = .string(String(decoding: request.body, as: UTF8.self))
        }
        object["fault"] = fault?.trace
        object["subject"] = subject.map(JSONValue.string)
        if !touched.isEmpty { object["touched"] = JSONValue(touched) }
        return JSONValue.object(object).encoded()
    }

    init(line: [UInt8], number: Int) throws(JournalError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(line, limits: .answer)
        } catch {
            throw .unreadable(line: number)
        }
        guard let format = value["format"]?.int64 else { throw .unreadable(line: number) }
        guard format == JournalEntry.format else { throw .otherRelease(line: number) }
        guard let moment = Moment(value), let request = SimulatorRequest(journaled: value) else {
            throw .unreadable(line: number)
        }
        self.moment = moment
        self.request = request
        fault = FaultKind(trace: value["fault"])
        subject = value["subject"]?.string
        touched = (value["touched"]?.array ?? []).compactMap(\.string)
    }
}

extension Moment {
    fileprivate init?(_ value: JSONValue) {
        guard let place = (value["place"]?.string).flatMap(UInt64.init),
            let now = value["now"]?.int64
        else { return nil }
        var switches = Switches()
        do throws(ControlError) {
            for (name, value) in value["switches"]?.object ?? JSONObject() {
                try switches.set(name, to: value)
            }
        } catch {
            return nil
        }
        self.init(
            place: place,
            now: now,
            advance: value["advance"]?.int64 ?? 0,
            switches: switches
        )
    }
}

extension SimulatorRequest {
    /// Keys are not written down, only which kind it was.
    fileprivate var isFromApp: Bool {
        do throws(StripeError) {
            return try Caller(authorization: authorization).isPublishable
        } catch {
            return false
        }
    }

    fileprivate init?(journaled value: JSONValue) {
        guard let method = value["method"]?.string, let path = value["path"]?.string else {
            return nil
        }
        self.init(
            method: method,
            path: path,
            query: value["query"]?.string,
            authorization: "Bearer \(value["app"] == true ? "pk" : "sk")_test_journal",
            idempotencyKey: value["key"]?.string,
            version: value["version"]?.string,
            body: Array((value["body"]?.string ?? "").utf8)
        )
    }
}

extension FaultKind {
    /// What of the fault a key remembers; all other faults are of one sending only.
    fileprivate var trace: JSONValue? {
        switch self {
        case .status(let code, let body, isExecuted: true):
            ["code": JSONValue(Int64(code)), "body": JSONValue(body)]
        case .oddFields:
            ["odd_fields": true]
        case .dropBefore, .dropAfter, .slow, .status, .html502, .truncate, .resetReused,
            .rateLimit, .lockTimeout, .inUse, .hang:
            nil
        }
    }

    fileprivate init?(trace: JSONValue?) {
        guard let trace else { return nil }
        if let code = trace["code"]?.int64 {
            self = .status(code: Int(code), body: trace["body"]?.string, isExecuted: true)
        } else {
            self = .oddFields
        }
    }
}
