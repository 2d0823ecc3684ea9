import JSON

/// A caller's own notes on an object.
struct Metadata: Hashable {
    private(set) var entries: [Entry] = []

    struct Entry: Hashable {
        let key: String
        var value: String
    }

    static let keyLimit = 50
    static let keyLengthLimit = 40
    static let valueLengthLimit = 500

    /// An empty value removes its key.
    mutating func set(_ key: String, to value: String) {
        entries.removeAll { $0.key == key && value.isEmpty }
        guard !value.isEmpty else { return }
        if let place = entries.firstIndex(where: { $0.key == key }) {
            entries[place].value = value
        } else {
            entries.append(Entry(key: key, value: value))
        }
    }

    var count: Int { entries.count }

    var json: JSONValue {
        var object = JSONObject()
        for entry in entries { object[entry.key] = .string(entry.value) }
        return .object(object)
    }
}
