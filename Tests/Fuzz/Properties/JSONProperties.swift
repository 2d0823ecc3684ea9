import JSON

/// What was read and is written comes back the same.
enum JSONProperties {
    static func check(_ bytes: [UInt8]) {
        for limits in [JSONLimits.request, .answer] {
            guard let value = parsed(bytes, limits) else { continue }
            precondition(parsed(value.encoded(), limits) == value, "compact is not the same")
            precondition(parsed(value.encoded(.pretty), limits) == value, "pretty is not the same")
        }
        // Whoever is strict accepts nothing that the other does not.
        if let strict = parsed(bytes, .request) {
            precondition(parsed(bytes, .answer) == strict, "two readers disagree")
        }
    }

    static func parsed(_ bytes: [UInt8], _ limits: JSONLimits) -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue.parse(bytes, limits: limits)
        } catch {
            return nil
        }
    }
}
