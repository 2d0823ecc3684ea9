import JSON

extension Fault {
    /// As it was asked for, with what became of it.
    var json: JSONValue {
        var object: JSONObject = ["fault": .string(kind.name)]
        object["method"] = method.map(JSONValue.string)
        object["path"] = (path?.pattern).map(JSONValue.string)
        object["times"] = times.map { JSONValue(Int64($0)) }
        object["should_retry"] = shouldRetry.map(JSONValue.bool)
        object["after"] = JSONValue(Int64(after))
        object["matched"] = JSONValue(Int64(matched))
        object["applied"] = JSONValue(Int64(applied))
        return .object(object)
    }
}
