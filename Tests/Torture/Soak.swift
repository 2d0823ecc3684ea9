import Foundation
import TestKit

/// What is measured while customers pay for a long time and nobody is killed: the memory of each
/// service and how many payments are under way. Neither may grow.
final class Soak: Sendable {
    private let site: Site
    private let samples = Shelf<Sample>()

    private struct Sample: Sendable {
        let seconds: Double
        /// Resident, in MB, of each service.
        let memory: [Double]
        let open: Double
    }

    private static let interval: Duration = .seconds(5)
    /// Of the time, at the beginning: caches fill and pools open.
    private static let warmUp = 0.25
    /// A rise that a flat line may show: of its mean, and at least so many MB or payments.
    private static let tolerance = 0.1
    private static let leastMemory = 8.0
    private static let leastOpen = 20.0

    init(_ site: Site) {
        self.site = site
    }

    /// Measures until `isOver`.
    func measure(until isOver: @Sendable () -> Bool) async throws {
        let begun = ContinuousClock.now
        while !isOver() {
            let elapsed = begun.duration(to: .now).components
            samples.add(
                Sample(
                    seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18,
                    memory: try site.fleet.processIdentifiers.map(Soak.memory),
                    open: Double(try await Ledger.open(site.database).count)
                )
            )
            await rest(Soak.interval)
        }
    }

    /// Each line that was judged, and whether it is flat.
    var lines: [(text: String, isFlat: Bool)] {
        let all = samples.all
        guard let services = all.first?.memory.count else { return [("no measurement", false)] }
        let memories = (0..<services).map { service in
            line(
                "memory of service \(service + 1)",
                "MB",
                all.map { ($0.seconds, $0.memory[service]) },
                Soak.leastMemory
            )
        }
        let open = all.map { ($0.seconds, $0.open) }
        return memories + [line("payments under way", "", open, Soak.leastOpen)]
    }

    private func line(
        _ name: String,
        _ unit: String,
        _ points: [(seconds: Double, value: Double)],
        _ least: Double
    ) -> (text: String, isFlat: Bool) {
        let trend = Trend(points).droppingFirst(Soak.warmUp)
        let most = max(least, trend.mean * Soak.tolerance)
        let numbers = [trend.mean, trend.rise, trend.slope * 3600, most]
            .map { String(format: "%.1f", $0) }
        let text =
            "\(name): mean \(numbers[0]) \(unit), rises by \(numbers[1]) (\(numbers[2]) an hour), "
            + "\(numbers[3]) allowed; \(points.count) measurements"
        return (text.replacing(" ,", with: ","), trend.rise <= most)
    }

    /// Resident memory in MB, of a process of Linux.
    private static func memory(of process: Int32) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(separator: " ").compactMap({ Double($0) }).first else {
            throw MeasurementMissing(process: process)
        }
        return kilobytes / 1024
    }
}

/// A service has no memory: it has ended.
struct MeasurementMissing: Error {
    let process: Int32
}
