import Testing

@testable import Audit

@Suite struct SliceTests {
    private static let minute: Int64 = 60_000_000

    /// Whatever the traffic, the slices follow each other without a gap to the very end.
    @Test(arguments: [0, 10_000, 100_000])
    func `Slices cover the window`(_ count: Int) {
        let window = AuditWindow(from: 7, until: 7 + 3 * 24 * 60 * Self.minute)
        var slice = Slice(from: window.from, in: window)
        var reached = window.from
        var number = 0
        while let next = slice.window {
            #expect(next.from == reached)
            reached = next.until
            slice.done(count)
            number += 1
        }
        #expect(reached == window.until)
        // Quiet days are few calls; busy minutes are little memory.
        let expected = [0: 8, 10_000: 72, 100_000: 846][count] ?? 0
        #expect(abs(number - expected) <= 5, "\(number)")
    }

    @Test func `It goes on where it stopped, and never before the window`() {
        let window = AuditWindow(from: 100, until: 200)
        #expect(Slice(from: 150, in: window).window == AuditWindow(from: 150, until: 200))
        #expect(Slice(from: 50, in: window).window == AuditWindow(from: 100, until: 200))
        #expect(Slice(from: 200, in: window).window == nil)
    }
}
