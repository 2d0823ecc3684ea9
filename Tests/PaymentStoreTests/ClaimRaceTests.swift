import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct ClaimRaceTests {
    @Test func oneOfAHundredClaimsOfAKeyWins() async throws {
        try await withTwoStores { first, second in
            let results = try await atOnce(100) { number in
                let claim = try Sample.claim(number + 1)
                return try await [first, second][number % 2].repository.claim(claim)
            }
            let winners = results.compactMap(\.claimed)
            let holders = results.compactMap(\.holders)
            #expect(winners.count == 1)
            #expect(holders.count == 99)
            #expect(Set(holders.flatMap { $0 }.map(\.payment.id)) == Set(winners.map(\.id)))
            #expect(try first.sql("SELECT count(*) FROM payments") == "1")
        }
    }

    /// Equal requests derive equal ids, so their rows are equal but for the token.
    @Test func oneOfAHundredEqualClaimsWins() async throws {
        try await withTwoStores { first, second in
            let claim = try Sample.claim(1, guards: [Sample.key, Sample.order])
            let results = try await atOnce(100) { number in
                try await [first, second][number % 2].repository.claim(claim)
            }
            #expect(results.compactMap(\.claimed).count == 1)
            #expect(results.compactMap(\.holders).allSatisfy { $0.count == 2 })
            #expect(try first.sql("SELECT count(*) FROM payment_events") == "1")
            #expect(try first.sql("SELECT count(*) FROM operations") == "1")
        }
    }

    @Test func oneOfManyTakersOfAClosedGuardWins() async throws {
        try await withTwoStores { first, second in
            let old = try await first.repository.ended(Sample.claim(1))
            let results = try await atOnce(20) { number in
                let claim = try Sample.claim(
                    number + 2,
                    from: [Sample.key: old.id],
                    attempts: 2
                )
                return try await [first, second][number % 2].repository.claim(claim)
            }
            let winner = try #require(results.compactMap(\.claimed).first)
            #expect(results.compactMap(\.claimed).count == 1)
            let holder = try #require(
                try await first.repository.holders(of: [Sample.key]).first
            )
            #expect(holder.payment.id == winner.id)
            #expect(holder.attempts == 2)
        }
    }

    /// Forty customers of two services claim random sets of few guards, fifty times each, take over
    /// the closed ones and close their own again. What a lost undo would leave behind, the checks
    /// find.
    @Test func overlappingClaimsNeverDeadlock() async throws {
        try await withTwoStores { first, second in
            let claimed = try await atOnce(40) { customer in
                var random = Lehmer(seed: UInt64(customer))
                let repository = [first, second][customer % 2].repository
                var claimed = 0
                for round in 0..<50 {
                    let claim = try await randomClaim(
                        customer * 50 + round,
                        on: repository,
                        using: &random
                    )
                    guard let payment = try await repository.claim(claim).claimed else { continue }
                    let end = Sample.end(payment, .declined, Closing(code: "card_declined"))
                    #expect(try await repository.record(end) != nil)
                    claimed += 1
                }
                return claimed
            }
            .reduce(0, +)
            #expect((100..<2_000).contains(claimed))
            #expect(try first.sql("SELECT count(*) FROM payments") == "\(claimed)")
            #expect(
                try first.sql(
                    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
                ) == "0"
            )
        }
    }

    private func randomClaim(
        _ number: Int,
        on repository: SQLPaymentRepository,
        using random: inout Lehmer
    ) async throws -> Claim {
        var guards: Set<Guard> = []
        for _ in 0..<3 {
            guards.insert(
                Guard(kind: .card, key: "card-\(Int.random(in: 0..<60, using: &random))")
            )
        }
        let closed = try await repository.holders(of: Array(guards))
            .filter { $0.payment.state == .declined }
        return try Sample.claim(
            number,
            guards: Array(guards),
            from: Dictionary(uniqueKeysWithValues: closed.map { ($0.holds, $0.payment.id) })
        )
    }

    @Test func manySimplePaymentsShareTheirCommits() async throws {
        try await withStore { store in
            let count = 1_000
            _ = try await atOnce(count) { number in
                let wanted = Guard(kind: .key, key: "key-\(number)")
                let payment = try await store.repository.claimed(
                    Sample.claim(number + 1, guards: [wanted])
                )
                #expect(try await store.repository.record(Sample.success(payment)) != nil)
            }
            #expect(try store.sql("SELECT count(*) FROM payment_events") == "\(2 * count)")
            // Each row tells the transaction that wrote it.
            let commits = try store.sql("SELECT count(DISTINCT xmin::text) FROM payment_events")
            #expect(try #require(Int(commits)) < count / 5)
        }
    }
}

/// Runs `body` for 0, 1, 2 … at the same time.
func atOnce<T: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) async throws -> T
) async throws -> [T] {
    try await withThrowingTaskGroup(of: T.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

extension ClaimResult {
    var claimed: Payment? {
        if case .claimed(let payment) = self { payment } else { nil }
    }

    var holders: [GuardHolder]? {
        if case .held(let holders) = self { holders } else { nil }
    }
}

/// Numbers that look random and are the same each time (L'Ecuyer's 64-bit multiplier).
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state = state &* 0xD134_2543_DE82_EF95 &+ 1
        return state ^ (state >> 32)
    }
}
