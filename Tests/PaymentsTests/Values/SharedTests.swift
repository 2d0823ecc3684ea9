import Testing

@testable import Payments

@Suite("Payments in shared memory")
struct SharedTests {
    @Test("a changed copy leaves the others alone")
    func copies() {
        let first = Sample.payment(.creating)
        var second = first
        let third = second
        second.state = .succeeded
        second.fence += 1
        #expect(first.state == .creating && third.state == .creating)
        #expect(second.state == .succeeded && second.fence == first.fence + 1)
        #expect(first == third && first != second)
        second.state = .creating
        second.fence -= 1
        #expect(first == second && first.hashValue == second.hashValue)
    }

    @Test("it costs a waiting task one word")
    func size() {
        #expect(MemoryLayout<Payment>.size == MemoryLayout<Int>.size)
    }
}

@Suite("Names that came lately")
struct RecentNamesTests {
    private func name(_ number: Int) -> Guard { Guard(kind: .key, key: String(number)) }

    @Test("a second time is a repeat, a first is not")
    func repeats() {
        var names = RecentNames()
        #expect(names.isRepeat(name(1)) == false)
        #expect(names.isRepeat(name(2)) == false)
        #expect(names.isRepeat(name(1)) == true)
        #expect(names.isRepeat(Guard(kind: .order, key: "1")) == false)
    }

    @Test("what is long ago is forgotten, and the last 65,536 are not")
    func bound() {
        var names = RecentNames()
        for number in 0..<200_000 { #expect(names.isRepeat(name(number)) == false) }
        #expect(names.isRepeat(name(199_999)) == true)
        #expect(names.isRepeat(name(200_000 - 65_536)) == true)
        #expect(names.isRepeat(name(0)) == false)
    }
}
