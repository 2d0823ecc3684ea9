import Testing

@testable import Postgres

@Suite struct ConflictLinesTests {
    private let a = ConflictKey("a")
    private let b = ConflictKey("b")

    @Test func ticketsWithoutCommonKeysAreReady() {
        var lines = ConflictLines()
        let step1 = lines.enter(1, keys: [a])
        #expect(step1)
        let step2 = lines.enter(2, keys: [b])
        #expect(step2)
        let step3 = lines.enter(3, keys: [])
        #expect(step3)
    }

    @Test func ticketWaitsForAllOfItsKeys() {
        var lines = ConflictLines()
        let step4 = lines.enter(1, keys: [a])
        #expect(step4)
        let step5 = lines.enter(2, keys: [b])
        #expect(step5)
        let step6 = lines.enter(3, keys: [a, b])
        #expect(!step6)
        // Behind 3 in one line, although nobody runs with this key alone.
        let step7 = lines.enter(4, keys: [b])
        #expect(!step7)
        let step8 = lines.leave(1)
        #expect(step8.isEmpty)
        let step9 = lines.leave(2)
        #expect(step9 == [3])
        let step10 = lines.leave(3)
        #expect(step10 == [4])
        let step11 = lines.leave(4)
        #expect(step11.isEmpty)
        #expect(lines.isEmpty)
    }

    @Test func keyNamedTwiceCountsOnce() {
        var lines = ConflictLines()
        let step12 = lines.enter(1, keys: [a, a])
        #expect(step12)
        let step13 = lines.enter(2, keys: [a, a])
        #expect(!step13)
        let step14 = lines.leave(1)
        #expect(step14 == [2])
        let step15 = lines.leave(2)
        #expect(step15.isEmpty)
        #expect(lines.isEmpty)
    }

    @Test func kindsKeepNamesApart() {
        #expect(ConflictKey(kind: "x", "yz") != ConflictKey(kind: "xy", "z"))
    }
}
