/// Named values of a form in the order of their first appearance.
struct FormMap: Hashable {
    private(set) var entries: [Entry] = []

    struct Entry: Hashable {
        let name: String
        var value: FormValue
    }

    var isEmpty: Bool { entries.isEmpty }
    var names: [String] { entries.map(\.name) }

    subscript(name: String) -> FormValue? {
        entries.first { $0.name == name }?.value
    }

    mutating func set(_ name: String, to value: FormValue) {
        if let place = entries.firstIndex(where: { $0.name == name }) {
            entries[place].value = value
        } else {
            entries.append(Entry(name: name, value: value))
        }
    }
}
