import TestKit
import Testing

/// The line by which a soak is judged.
struct TrendTests {
    private func trend(_ value: (Double) -> Double) -> Trend {
        Trend((0..<240).map { (Double($0) * 5, value(Double($0) * 5)) })
    }

    @Test func `What grows steadily rises by so much, whatever it swings`() {
        let leak = trend { 100 + $0 / 60 + ($0.truncatingRemainder(dividingBy: 50) - 22.5) / 10 }
        #expect(abs(leak.slope * 60 - 1) < 0.05)
        #expect(abs(leak.rise - 1195.0 / 60) < 1)
    }

    @Test func `What only swings does not rise`() {
        #expect(abs(trend { 100 + $0.truncatingRemainder(dividingBy: 40) }.rise) < 2)
        #expect(trend { _ in 7 }.rise == 0)
    }

    @Test func `What grows in the beginning only is flat without it`() {
        let warm = trend { min($0, 200) }
        #expect(warm.rise > 50)
        #expect(abs(warm.droppingFirst(0.25).rise) < 1)
        #expect(warm.droppingFirst(0.25).mean == 200)
    }

    @Test func `Nothing has no line`() {
        #expect(Trend([]).rise == 0 && Trend([]).mean == 0)
        #expect(Trend([(1, 5)]).rise == 0)
    }
}
