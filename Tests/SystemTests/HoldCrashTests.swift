import Glibc
import Synchronization
import TestKit
import Testing

/// SC05: a process dies, or falls asleep for longer than its lease, at each point of a payment
/// whose amount is held until the security code's check was looked at.
struct HoldCrashTests {
    private static let settings = Shop.customers + ["PAYONCE_LEASE": "2s"]

    @Test(arguments: Ending.allCases)
    func `A service that dies at any point leaves nothing held`(_ ending: Ending) async throws {
        let moments = try await HoldCrashTests.moments(of: ending)
        let lives = moments.indices.flatMap { place in
            // Half of the customers stay away; in the whole walk each does both.
            [true, false].filter { Thoroughness.isWhole || $0 == place.isMultiple(of: 2) }
                .map { (moments[place], $0) }
        }
        _ = try await many(lives.count) { number in
            try await die(at: lives[number].0, ending, customerReturns: lives[number].1)
        }
        print("\(ending): killed \(lives.count) times at \(moments.count) points")
    }

    /// Between authorise and capture, and between authorise and cancel, with and without the
    /// customer; and the one that takes over dies at the same step.
    @Test(arguments: Ending.allCases, ["before", "sending", "after"])
    func `A recovery that dies over the last step leaves nothing held`(
        _ ending: Ending,
        _ when: String
    ) async throws {
        for first in ["after post create 1", "before post \(ending) 1", "after post \(ending) 1"] {
            try await open(ending, "die:\(first)") { shop, hold in
                try await hold.payBriefly()
                try await shop.mourn(
                    first,
                    Checkpoint.settings("die:\(when) post \(ending) 1")
                )
                try await shop.mourn("\(when) post \(ending) 1")
                try await shop.settle()
                try await expectEnd(ending, of: hold, first)
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `A service that sleeps over a step sends nothing that counts`(
        _ ending: Ending
    ) async throws {
        let moments = try await HoldCrashTests.moments(of: ending).filter {
            Thoroughness.isWhole || $0.contains("post") || $0.contains("capture")
        }
        _ = try await many(moments.count) { try await sleep(at: moments[$0], ending) }
        print("\(ending): slept at \(moments.count) points")
    }

    // MARK: One point

    private func die(
        at moment: String,
        _ ending: Ending,
        customerReturns: Bool
    ) async throws {
        try await open(ending, "die:\(moment)") { shop, hold in
            if customerReturns {
                async let told = hold.payUntilKnown()
                try await shop.mourn(moment)
                #expect(try await ending.isTold(by: told), "\(moment)")
                try await shop.settle()
                try await expectEnd(ending, of: hold, moment)
            } else {
                async let lived: Void = hold.payBriefly()
                try await shop.mourn(moment)
                try await lived
                try await shop.settle()
                // Who died before the claim left nothing.
                guard try await !hold.state().isEmpty else {
                    #expect(try await hold.steps().isEmpty, "\(moment)")
                    return
                }
                try await expectEnd(ending, of: hold, moment)
            }
        }
    }

    private func sleep(at moment: String, _ ending: Ending) async throws {
        try await open(ending, "sleep:\(moment)") { shop, hold in
            try await shop.addInstance()
            async let slept = hold.payUntilKnown(at: 0)
            try await shop.service.waitForSleep(moment)
            // Twice the lease: somebody else has long taken over.
            let end = ContinuousClock.now + .seconds(4)
            #expect(try await ending.isTold(by: hold.payUntilKnown(at: 1)), "\(moment)")
            try await shop.settle()
            try await Task.sleep(until: end)

            let rows = try await shop.rows()
            let steps = try await hold.steps()
            shop.service.child.signal(SIGCONT)
            #expect(try await ending.isTold(by: slept), "\(moment)")
            #expect(try await shop.rows() == rows, "\(moment): it wrote")
            #expect(try await hold.steps() == steps, "\(moment): it did something")
            try await expectEnd(ending, of: hold, moment)
        }
    }

    // MARK: Parts

    /// The card is saved by a service of its own, so that the points are counted from the purchase.
    private func open(
        _ ending: Ending,
        _ deed: String,
        _ body: @Sendable (Shop, Hold) async throws -> Void
    ) async throws {
        try await Shop.open(HoldCrashTests.settings) { shop in
            let hold = try await Hold(ending.card, in: shop)
            try await shop.crash()
            try await shop.restart(0, Checkpoint.settings(deed))
            try await body(shop, hold)
        }
    }

    private func expectEnd(_ ending: Ending, of hold: Hold, _ moment: String) async throws {
        #expect(try await hold.steps() == ["create", "\(ending)"], "\(moment)")
        #expect(try await hold.keys("/\(ending)").count == 1, "\(moment)")
        let charges = try await hold.book().map(\.amount)
        let state = try await hold.state()
        switch ending {
        case .capture: #expect(charges == [1400] && state == "succeeded", "\(moment)")
        case .cancel: #expect(charges.isEmpty && state == "declined", "\(moment)")
        }
    }

    /// All points of a purchase, from a life in which nothing happens.
    private static func moments(of ending: Ending) async throws -> [String] {
        let told = Mutex<[String]>([])
        try await HoldCrashTests().open(ending, "tell") { shop, hold in
            let end = try await hold.pay()
            #expect(ending.isTold(by: end))
            told.withLock { $0 = shop.service.moments }
        }
        let moments = told.withLock { $0 }
        #expect(moments.contains("sending post \(ending) 1"), "\(moments)")
        #expect(Set(moments).count == moments.count && moments.count > 10, "\(moments)")
        return moments
    }
}

/// What becomes of what is held.
enum Ending: String, CaseIterable, CustomStringConvertible {
    case capture, cancel

    /// As Stripe's endpoint calls it.
    var description: String { rawValue }

    var card: String {
        switch self {
        case .capture: Card.good
        case .cancel: Card.wrongCode
        }
    }

    func isTold(by told: Told) -> Bool {
        switch self {
        case .capture: told.isPaid
        case .cancel: told.status == "declined" && told.code == "incorrect_cvc"
        }
    }
}
