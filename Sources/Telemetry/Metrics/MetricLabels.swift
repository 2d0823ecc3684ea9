/// The labels of a series, in their order.
public struct MetricLabels: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private let pairs: [Pair]

    private struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Traps on a label name that Prometheus does not take, and on one that stands there twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        precondition(elements.allSatisfy { MetricName.isValid($0.0) }, "not the name of a label")
        precondition(Set(elements.map(\.0)).count == elements.count, "a label stands there twice")
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }
    }

    private init(pairs: [Pair]) {
        self.pairs = pairs
    }

    func adding(_ name: String, _ value: String) -> MetricLabels {
        precondition(!pairs.contains { $0.name == name }, "a label stands there twice")
        return MetricLabels(pairs: pairs + [Pair(name: name, value: value)])
    }

    /// `{name="value",…}`, or nothing where there are none.
    var text: String {
        guard !pairs.isEmpty else { return "" }
        let list = pairs.map { "\($0.name)=\"\(MetricLabels.escaped($0.value))\"" }
        return "{\(list.joined(separator: ","))}"
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
