import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct RateCounterTests {
    private static let home = RateName(kind: .address, digest: Array(repeating: 7, count: 16))
    private static let card = RateName(kind: .cardDeclines, digest: Array(repeating: 9, count: 16))
    private static let rows = "SELECT kind, count, most FROM rate_counters ORDER BY kind"

    private static func count(
        _ name: RateName,
        _ added: Int,
        most: Int = 3
    ) throws -> RateCount {
        let limit = try #require(RateLimit(count: most, period: .seconds(60)))
        return RateCount(name: name, added: added, limit: limit)
    }

    /// Lets the windows be over.
    private static func end(_ store: Store) throws {
        try store.sql("UPDATE rate_counters SET ends_at = now() - interval '1 second'")
    }

    @Test func countsAreAddedAndRead() async throws {
        try await withStore { store in
            let counters = SQLRateCounters(database: store.database)
            let empty = try await counters.exchange([])
            #expect(empty == RateReading(written: [], full: [], isComplete: true))
            let first = try await counters.exchange([
                try Self.count(Self.home, 2), try Self.count(Self.card, 1),
            ])
            #expect(first.written.map(\.count).sorted() == [1, 2])
            #expect(first.written.allSatisfy { (.seconds(50) ... .seconds(60)) ~= $0.remaining })
            #expect(first.full.isEmpty)
            let second = try await counters.exchange([try Self.count(Self.home, 1)])
            #expect(second.written.map(\.count) == [3])
            #expect(second.full.map(\.name) == [Self.home])
            #expect(second.full.map(\.count) == [3])
            #expect(try await counters.exchange([]).full.map(\.name) == [Self.home])
            #expect(try store.sql(Self.rows) == "address|3|3\ncard_declines|1|3")
        }
    }

    @Test func aWindowBeginsWithItsFirstCountAndEnds() async throws {
        try await withStore { store in
            let counters = SQLRateCounters(database: store.database)
            _ = try await counters.exchange([try Self.count(Self.home, 3)])
            let end = "SELECT ends_at FROM rate_counters"
            let before = try store.sql(end)
            _ = try await counters.exchange([try Self.count(Self.home, 1)])
            #expect(try store.sql(end) == before)
            try Self.end(store)
            #expect(try await counters.exchange([]).full.isEmpty)
            let next = try await counters.exchange([try Self.count(Self.home, 1)])
            #expect(next.written.map(\.count) == [1])
            #expect(next.full.isEmpty)
        }
    }

    @Test func nothingIsTakenBackThatIsNotThere() async throws {
        try await withStore { store in
            let counters = SQLRateCounters(database: store.database)
            let none = try await counters.exchange([try Self.count(Self.home, -2)])
            #expect(none.written.isEmpty)
            #expect(try store.sql(Self.rows).isEmpty)
            _ = try await counters.exchange([try Self.count(Self.home, 1)])
            let less = try await counters.exchange([try Self.count(Self.home, -5)])
            #expect(less.written.map(\.count) == [0])
            try Self.end(store)
            #expect(try await counters.exchange([try Self.count(Self.home, -1)]).written.isEmpty)
        }
    }

    @Test func twoInstancesLoseNoCount() async throws {
        try await withTwoStores { first, second in
            let counters = [first, second].map { SQLRateCounters(database: $0.database) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        // In both orders, which must not matter.
                        let names =
                            number % 4 < 2 ? [Self.home, Self.card] : [Self.card, Self.home]
                        let counts = try names.map { try Self.count($0, 1, most: 1000) }
                        _ = try await counters[number % 2].exchange(counts)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try first.sql(Self.rows) == "address|40|1000\ncard_declines|40|1000")
        }
    }

    @Test func whatIsOverIsRemovedInBoundedSteps() async throws {
        try await withStore { store in
            let counters = SQLRateCounters(database: store.database)
            let counts = try (0..<25).map { number in
                try Self.count(RateName(kind: .guest, digest: [UInt8(number)]), 1)
            }
            _ = try await counters.exchange(counts)
            try Self.end(store)
            _ = try await counters.exchange([try Self.count(Self.home, 1)])
            #expect(try await counters.removeEnded(atMost: 10) == 10)
            #expect(try await counters.removeEnded(atMost: 10) == 10)
            #expect(try await counters.removeEnded(atMost: 10) == 5)
            #expect(try await counters.removeEnded(atMost: 10) == 0)
            #expect(try store.sql(Self.rows) == "address|1|3")
        }
    }

    @Test func aKindOfANewerProgramIsLeftAlone() async throws {
        try await withStore { store in
            try store.sql(
                """
                INSERT INTO rate_counters VALUES
                ('weather', 'x', 5, 1, now() + interval '1 hour'),
                ('address', 'y', 5, 1, now() + interval '1 hour')
                """
            )
            let reading = try await SQLRateCounters(database: store.database).exchange([])
            #expect(reading.full.map(\.name.kind) == [.address])
        }
    }
}
