import Foundation

/// The text format 0.0.4, as its page describes it, written independently of the writer.
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
enum PrometheusGrammar {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The number of samples.
    ///
    /// - Throws: `Fault` for a line that the format does not have, a sample outside its family, a
    ///   family in two places, a series twice, or a histogram that does not add up.
    static func check(_ text: String) throws -> Int {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Fault(description: "no line feed") }
        var families: [String: String] = [:]
        var current = ""
        var helped = ""
        var series: Set<String> = []
        var buckets: [Int] = []
        for line in text.split(separator: "\n") {
            if let help = try? /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)*/.wholeMatch(
                in: line
            ) {
                helped = String(help.1)
                guard families[helped] == nil else { throw Fault(description: "twice: \(line)") }
            } else if let type = try? /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/
                .wholeMatch(in: line)
            {
                current = String(type.1)
                guard current == helped else { throw Fault(description: "no help: \(line)") }
                families[current] = String(type.2)
            } else {
                let (name, labels, number) = try sample(line)
                guard series.insert(name + labels).inserted else {
                    throw Fault(description: "twice: \(line)")
                }
                guard families[current] == "histogram" else {
                    guard name == current else { throw Fault(description: "stray: \(line)") }
                    continue
                }
                switch name {
                case "\(current)_bucket":
                    guard let count = Int(number), count >= buckets.last ?? 0 else {
                        throw Fault(description: "falls: \(line)")
                    }
                    buckets.append(count)
                case "\(current)_sum": break
                case "\(current)_count":
                    guard Int(number) == buckets.last else {
                        throw Fault(description: "sum: \(line)")
                    }
                    buckets = []
                default: throw Fault(description: "stray: \(line)")
                }
            }
        }
        return series.count
    }

    private static func sample(_ line: Substring) throws -> (String, String, String) {
        let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\\\|\\"|\\n)*""#
        let form = try Regex<(Substring, Substring, Substring?, Substring)>(
            #"([a-zA-Z_:][a-zA-Z0-9_:]*)(\{\#(label)(?:,\#(label))*\})? (-?[0-9]+(?:\.[0-9]+)?)"#
        )
        guard let match = try form.wholeMatch(in: line) else {
            throw Fault(description: "not in the format: \(line)")
        }
        return (String(match.output.1), String(match.output.2 ?? ""), String(match.output.3))
    }
}
