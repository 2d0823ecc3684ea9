import TestKit
import Testing

/// A page of metrics as a scrape reads it.
struct Numbers: Sendable {
    /// By name and labels, as they are written.
    private let series: [String: Double]

    init(_ answer: HttpAnswer) throws {
        try #require(answer.status == 200, "\(answer.text)")
        var series: [String: Double] = [:]
        for line in answer.text.split(separator: "\n") where !line.hasPrefix("#") {
            let place = try #require(line.lastIndex(of: " "))
            let number = try #require(Double(line[line.index(after: place)...]), "\(line)")
            series[String(line[..<place])] = number
        }
        self.series = series
    }

    /// `-1` where there is no such series.
    subscript(name: String) -> Int { series[name].map { Int($0) } ?? -1 }

    /// All series of that name, by their labels, where they are not zero.
    func all(_ name: String) -> [String: Int] {
        var found: [String: Int] = [:]
        for (key, number) in series where key.hasPrefix("\(name){") && number != 0 {
            found[String(key.dropFirst(name.count + 1).dropLast())] = Int(number)
        }
        return found
    }

    /// Every name, as a rule or a panel may ask for it.
    var names: Set<String> { Set(series.keys.map { String($0.prefix { $0 != "{" }) }) }
}

extension ServiceProcess {
    func numbers() async throws -> Numbers { try Numbers(await metrics()) }
}
