import Foundation
import Synchronization
import TestKit
import Testing

/// A process dies, or falls asleep for longer than its lease, before and after each call that it
/// makes for a payment. Where those points are is told by a run in which nothing goes wrong.
struct CheckpointTests {
    private static let settings = Shop.customers + ["PAYONCE_LEASE": "2s"]

    @Test(arguments: Story.allCases)
    func `A service that dies at any point charges once`(_ story: Story) async throws {
        let moments = try await CheckpointTests.moments(of: story)
        let lives = moments.indices.flatMap { place in
            // Half of the customers stay away; in the whole walk each does both.
            [true, false].filter { Thoroughness.isWhole || $0 == place.isMultiple(of: 2) }
                .map { (moments[place], $0) }
        }
        _ = try await many(lives.count) { number in
            try await die(at: lives[number].0, in: story, customerReturns: lives[number].1)
        }
        print("\(story): killed \(lives.count) times at \(moments.count) points")
    }

    @Test(arguments: Story.allCases)
    func `A service that sleeps at any point changes nothing after it`(_ story: Story) async throws
    {
        let moments = try await CheckpointTests.moments(of: story)
        _ = try await many(moments.count) { try await sleep(at: moments[$0], in: story) }
        print("\(story): slept at \(moments.count) points")
    }

    /// Nobody comes back: what the first service left is the recovery's alone.
    @Test(arguments: [(Story.plain, "after post create 1"), (.challenged, "after post confirm 1")])
    func `A recovery that dies at any point charges once`(
        _ story: Story,
        after last: String
    ) async throws {
        let told = Mutex<[String]>([])
        try await leave(story, after: last, "tell") { shop in
            try await shop.settle()
            told.withLock { $0 = shop.service.moments }
        }
        let moments = told.withLock { $0 }
        #expect(moments.contains("after take due 1"))
        _ = try await many(moments.count) { number in
            try await leave(story, after: last, "die:\(moments[number])") { shop in
                try await shop.mourn(moments[number])
                try await shop.settle()
            }
        }
        print("\(story): the recovery killed at \(moments.count) points")
    }

    // MARK: One point

    /// A service dies at a point, and the next one is told what to do at another.
    private func leave(
        _ story: Story,
        after last: String,
        _ deed: String,
        _ body: @Sendable (Shop) async throws -> Void
    ) async throws {
        let first = Checkpoint.settings("die:\(last)")
        try await Shop.open(CheckpointTests.settings, first: first) { shop in
            let method = try await story.begin(in: shop)
            try await story.liveBriefly(with: method, in: shop)
            try await shop.mourn(last, Checkpoint.settings(deed))
            try await body(shop)
            #expect(try await shop.stripe.book().count == 1, "\(deed)")
            #expect(try await shop.executedCreates() == 1, "\(deed)")
            let state = try await shop.database.sql("SELECT state FROM payments")
            #expect(state == "succeeded", "\(deed)")
        }
    }

    private func die(at moment: String, in story: Story, customerReturns: Bool) async throws {
        let first = Checkpoint.settings("die:\(moment)")
        try await Shop.open(CheckpointTests.settings, first: first) { shop in
            let method = try await story.begin(in: shop)
            if customerReturns {
                async let told = story.live(with: method, in: shop, at: 0)
                try await shop.mourn(moment)
                #expect(try await told.isPaid, "\(moment)")
            } else {
                async let lived: Void = story.liveBriefly(with: method, in: shop)
                try await shop.mourn(moment)
                try await lived
            }
            try await shop.settle()
            let paid = try await shop.database.sql(
                "SELECT count(*) FROM payments WHERE state = 'succeeded'"
            )
            let charges = try await shop.stripe.book().count
            #expect(paid == "\(charges)", "\(moment)")
            #expect(customerReturns ? charges == 1 : charges <= 1, "\(moment)")
            #expect(try await shop.createKeys().count <= 1, "\(moment)")
            if charges == 1 { try await story.expectEnd(in: shop, moment) }
        }
    }

    private func sleep(at moment: String, in story: Story) async throws {
        let first = Checkpoint.settings("sleep:\(moment)")
        try await Shop.open(CheckpointTests.settings, first: first) { shop in
            try await shop.addInstance()
            let method = try await story.begin(in: shop)
            async let slept = story.live(with: method, in: shop, at: 0)
            try await shop.service.waitForSleep(moment)
            // Twice the lease: somebody else has long taken over.
            let end = ContinuousClock.now + .seconds(4)
            #expect(try await story.live(with: method, in: shop, at: 1).isPaid, "\(moment)")
            try await shop.settle()
            try await Task.sleep(until: end)

            let rows = try await shop.rows()
            let posts = try await shop.posts()
            shop.service.child.signal(SIGCONT)
            let told = try await slept
            #expect(told.isPaid, "\(moment): \(told.answer.text)")
            #expect(try await shop.rows() == rows, "\(moment): it wrote")
            // Nobody looks at the lease for a customer, who costs nothing.
            let late = try await shop.posts().dropFirst(posts.count).filter {
                $0.path != "/v1/customers" || $0.outcome != "replayed"
            }
            if moment.hasPrefix("sending") {
                // Nothing can stop bytes between the last look at the lease and the socket. They
                // are the same bytes under the same key, which Stripe has answered before.
                #expect(
                    late.count <= 1 && late.allSatisfy { $0.outcome == "replayed" },
                    "\(moment)"
                )
            } else {
                #expect(late.isEmpty, "\(moment): it sent \(late)")
            }
            #expect(try await shop.stripe.book().count == 1, "\(moment)")
            try await story.expectEnd(in: shop, moment)
        }
    }

    // MARK: Parts

    /// All points of a story, from a life in which nothing happens.
    private static func moments(of story: Story) async throws -> [String] {
        let told = Mutex<[String]>([])
        try await Shop.open(settings, first: Checkpoint.settings("tell")) { shop in
            let method = try await story.begin(in: shop)
            #expect(try await story.live(with: method, in: shop, at: 0).isPaid)
            if let last = story.lastMoment {
                let isOver = try await eventually {
                    shop.service.moments.contains(last) ? true : nil
                }
                #expect(isOver == true, "it never came to \(last)")
            }
            told.withLock { $0 = shop.service.moments }
        }
        let moments = told.withLock { $0 }
        #expect(moments.contains("sending post create 1"))
        #expect(Set(moments).count == moments.count && moments.count > 7, "\(moments)")
        return moments
    }
}

extension Shop {
    /// Waits until the first instance has killed itself, and starts another one.
    func mourn(_ moment: String, _ next: [String: String] = [:]) async throws {
        let status = try await eventually { service.child.exitStatus }
        guard let status else { throw Checkpoint.Missed(moment: moment) }
        #expect(status == -SIGKILL, "\(moment)")
        try await restart(0, next)
    }

    /// How much stands in the tables that only grow.
    func rows() async throws -> String {
        try await database.sql(
            """
            SELECT (SELECT count(*) FROM payments), (SELECT count(*) FROM payment_events),
                (SELECT count(*) FROM operations), (SELECT max(fence) FROM payments)
            """
        )
    }

    /// What the service posted.
    func posts() async throws -> [SimulatorRequestEntry] {
        try await stripe.requests().filter { $0.method == "POST" && !$0.isFromOutside }
    }
}

extension ServiceProcess {
    /// The checkpoints that it was asked to tell, in the order in which it came to them.
    var moments: [String] {
        let prefix = "checkpoint: "
        return child.output.split(separator: "\n").filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }

    /// Waits until it has stopped itself.
    func waitForSleep(_ moment: String) async throws {
        let path = "/proc/\(child.processIdentifier)/stat"
        let isAsleep = try await eventually { () throws -> Bool? in
            let text = try String(contentsOfFile: path, encoding: .utf8)
            // The state follows the name, which stands in brackets.
            let state = text.split(separator: ")").last?.split(separator: " ").first
            return state == "T" ? true : nil
        }
        #expect(isAsleep == true, "it never came to \(moment)")
    }
}
