extension FormMap {
    /// The same text for the same parameters, in whatever order they were sent. The order inside a
    /// list counts.
    var canonical: String {
        var lines: [String] = []
        for entry in entries { FormMap.collect(entry.value, named: entry.name, into: &lines) }
        return lines.sorted().joined(separator: "\n")
    }

    private static func collect(_ value: FormValue, named name: String, into lines: inout [String])
    {
        switch value {
        case .text(let text):
            // Quoted by its length: a value may hold line ends and equal signs.
            lines.append("\(name)=\(text.utf8.count):\(text)")
        case .list(let values):
            for (index, value) in values.enumerated() {
                collect(value, named: "\(name)[\(index)]", into: &lines)
            }
        case .map(let map):
            for entry in map.entries {
                collect(entry.value, named: "\(name)[\(entry.name)]", into: &lines)
            }
        }
    }
}
