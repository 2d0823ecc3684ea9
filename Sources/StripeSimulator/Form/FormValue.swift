import JSON

/// What brackets make of a form: `a=1` is a text, `a[]=1` a list, `a[b]=1` a map.
indirect enum FormValue: Hashable {
    case text(String)
    case list([FormValue])
    case map(FormMap)
}

extension FormValue {
    /// The same as JSON, for parameters that are kept as they came, such as `shipping`.
    var json: JSONValue {
        switch self {
        case .text(let text):
            return .string(text)
        case .list(let values):
            return .array(values.map(\.json))
        case .map(let map):
            var object = JSONObject()
            for entry in map.entries { object[entry.name] = entry.value.json }
            return .object(object)
        }
    }
}
