import Foundation
import Telemetry
import Testing

struct UTCTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (1_772_355_900_042, "2026-03-01T09:05:00.042Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
    ])
    func `A moment is written as RFC 3339 has it`(milliseconds: Int, text: String) {
        #expect(UTCTime(since1970: .milliseconds(milliseconds)).description == text)
    }

    @Test func `Foundation has the same days for 150 years`() {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for day in 0..<54_787 {
            let second = Int64(day) * 86_400 + Int64(day) % 86_400
            let ours = UTCTime(since1970: .seconds(second)).description
            let theirs = Date(timeIntervalSince1970: Double(second)).formatted(style)
            if ours != theirs {
                Issue.record("\(ours), \(theirs)")
                return
            }
        }
    }

    @Test func `Now is between two looks at the clock`() {
        let before = Date().timeIntervalSince1970
        let now = UTCTime.now().since1970 / .seconds(1)
        #expect(now >= before - 0.001)
        #expect(now <= Date().timeIntervalSince1970 + 0.001)
    }
}
