import JSON

/// The JSON of a control call, read strictly: a misspelt field would make a test prove nothing.
struct ControlFields {
    private let object: JSONObject

    init(_ body: [UInt8]) throws(ControlError) {
        guard !body.isEmpty else {
            object = JSONObject()
            return
        }
        do {
            guard case .object(let object) = try JSONValue.parse(body, limits: .request) else {
                throw ControlError("The body has to be a JSON object.")
            }
            self.object = object
        } catch let error as JSONError {
            throw ControlError("\(error)")
        } catch let error as ControlError {
            throw error
        } catch {
            preconditionFailure("nothing else is thrown")
        }
    }

    var keys: [String] { object.keys }

    func has(_ key: String) -> Bool { object[key] != nil }

    func refuseUnknown(_ known: Set<String>) throws(ControlError) {
        for key in object.keys where !known.contains(key) {
            throw ControlError("There is no field `\(key)` here.")
        }
    }

    subscript(key: String) -> JSONValue? {
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    func text(_ key: String) throws(ControlError) -> String? {
        try value(key, "a string", \.string)
    }

    func flag(_ key: String) throws(ControlError) -> Bool? {
        try value(key, "true or false", \.bool)
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64? {
        guard let number = try value(key, "an integer", \.int64) else { return nil }
        guard range.contains(number) else {
            throw ControlError(
                "`\(key)` has to be from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// A number with or without decimals.
    func decimal(_ key: String, in range: ClosedRange<Double>) throws(ControlError) -> Double? {
        guard let text = try value(key, "a number", \.number)?.text else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw ControlError(
                "`\(key)` has to be from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    private func value<Value>(
        _ key: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(ControlError) -> Value? {
        guard let value = self[key] else { return nil }
        guard let read = read(value) else { throw ControlError("`\(key)` has to be \(kind).") }
        return read
    }
}
