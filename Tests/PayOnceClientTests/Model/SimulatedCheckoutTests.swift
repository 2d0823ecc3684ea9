import Foundation
import Testing

@testable import PayOnceClient

/// Checkouts with lost, late and unreadable answers, and with apps that die at any step: nobody is
/// charged twice, and nobody is told "failed" of what was paid.
struct SimulatedCheckoutTests {
    private static let count = 100_000

    @Test func `A hundred thousand checkouts`() async throws {
        let results = try await withThrowingTaskGroup(of: Tally.self) { group in
            let parts = 4
            for part in 0..<parts {
                group.addTask {
                    var tally = Tally()
                    for seed in stride(from: part, to: SimulatedCheckoutTests.count, by: parts) {
                        try await tally.add(seed: UInt64(seed))
                    }
                    return tally
                }
            }
            return try await group.reduce(into: Tally()) { $0.merge($1) }
        }
        #expect(results.complaints.isEmpty, "\(results.complaints.prefix(5))")
        // The faults were there, and so were all the ends.
        #expect(results.paid > 30_000 && results.unpaid > 5_000, "\(results)")
        #expect(results.deaths > 20_000 && results.lost > 50_000, "\(results)")
    }
}

/// What came of many checkouts.
private struct Tally: Sendable {
    var complaints: [String] = []
    var paid = 0
    var unpaid = 0
    var deaths = 0
    var lost = 0

    mutating func add(seed: UInt64) async throws {
        let world = ModelWorld(seed: seed)
        var customer = ModelCustomer(world)
        let outcome = try await customer.visit()
        if case .paid = outcome { paid += 1 } else { unpaid += 1 }
        complaints += customer.complaints.map { "seed \(seed): \($0)" }
        world.state.withLock {
            deaths += $0.deaths
            lost += $0.losses
        }
    }

    mutating func merge(_ other: Tally) {
        complaints += other.complaints
        paid += other.paid
        unpaid += other.unpaid
        deaths += other.deaths
        lost += other.lost
    }
}
