import Foundation
import TestKit
import Testing

/// Our own book is read page by page: the time grows with the payments, the memory does not.
struct AuditScaleTests {
    /// 200,000 payments in `scripts/torture`, a tenth of that in `scripts/test`.
    @Test func `A long history is audited in seconds, with flat memory`() async throws {
        let count = Thoroughness.isWhole ? 200_000 : 20_000
        let few = try await measure(1_000)
        let many = try await measure(count)
        print(
            "audit --local: \(count) payments in \(many.duration), \(many.kilobytes / 1024) MB; "
                + "1000 payments in \(few.duration), \(few.kilobytes / 1024) MB"
        )
        #expect(many.kilobytes < few.kilobytes + 32 * 1024)
        // A debug build beside other tests; a release takes a few seconds for ten times as many.
        #expect(many.duration < .seconds(120))
    }

    private func measure(_ count: Int) async throws -> (duration: Duration, kilobytes: Int) {
        let database = try await ServiceDatabase.fresh()
        _ = try await database.sql(
            try SampleHistory.sql(payments: count, age: "50 minutes", spacing: "10 milliseconds")
        )
        let begin = ContinuousClock.now
        let child = try await ProcessChild(
            [ServiceProgram.path, "audit", "--local"],
            environment: ["DATABASE_URL": database.url, "HOME": "/nonexistent"]
        )
        var peak = 0
        while !child.isOver {
            peak = max(peak, memory(of: child))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(child.exitStatus == 0, "\(child.output)")
        #expect(child.output.contains("clean: \(count) payments"))
        #expect(peak > 0)
        return (begin.duration(to: .now), peak)
    }

    /// The largest resident size so far, in kB.
    private func memory(of child: ProcessChild) -> Int {
        do {
            let path = "/proc/\(child.processIdentifier)/status"
            let status = try String(contentsOfFile: path, encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        } catch {
            return 0
        }
    }
}
