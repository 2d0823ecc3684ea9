import Foundation
import TestKit
import Testing

/// The connection to Stripe or to PostgreSQL ends after so many bytes of what a simple payment
/// sends there or gets from there: in the whole sweep after each of them.
struct ByteTests {
    /// The bytes that are cut out of a sweep, and how many lanes share it.
    struct Sweep: CustomStringConvertible {
        let peer: Peer
        let way: CuttingProxy.Way

        static let all = Peer.allCases.flatMap { peer in
            CuttingProxy.Way.allCases.map { Sweep(peer: peer, way: $0) }
        }

        var description: String { "\(way) of \(peer)" }

        /// From one place to the next: primes, so that no pattern of the protocol is missed.
        var step: Int {
            if Thoroughness.isWhole { return 1 }
            return peer == .database && way == .request ? 31 : 7
        }
    }

    enum Peer: String, CaseIterable { case stripe, database }

    @Test(arguments: Sweep.all)
    func `A connection that ends after any byte charges once`(_ sweep: Sweep) async throws {
        try await Shop.open(Patience.short) { shop in
            let lanes = Thoroughness.isWhole ? 3 : 2
            let cuts = try await many(lanes) { lane in
                try await ByteTests.run(sweep, from: lane * sweep.step, by: lanes, in: shop)
            }
            try await shop.settle()
            let payments = cuts.reduce(0) { $0 + $1.payments }
            let book = try await shop.stripe.book()
            #expect(book.count == payments)
            #expect(Set(book.map(\.payment)).count == payments)
            #expect(try await shop.executedCreates() == payments)
            let bytes = cuts.map(\.bytes).max() ?? 0
            #expect(bytes > 400)
            print("\(sweep): cut \(cuts.reduce(0) { $0 + $1.count }) times within \(bytes) bytes")
        }
    }

    // MARK: Parts

    private struct Cuts {
        var count = 0
        var payments = 0
        /// The last byte that there was to cut at.
        var bytes = 0
    }

    /// One service behind a proxy pays again and again, and is cut off one step later each time,
    /// until a payment has no byte left to cut at.
    private static func run(
        _ sweep: Sweep,
        from first: Int,
        by lanes: Int,
        in shop: Shop
    ) async throws -> Cuts {
        let proxy = try CuttingProxy(to: target(of: sweep.peer, in: shop))
        let service = try await start(behind: proxy, sweep.peer, in: shop)
        var cuts = Cuts()
        while true {
            let place = first + cuts.payments * sweep.step * lanes
            proxy.cut(sweep.way, after: place)
            // A name of Stripe's tests: each use of it is a card of its own.
            let told = try await shop.payUntilKnown(
                "pm_card_visa",
                key: "a-key-of-\(sweep.peer)-\(sweep.way)-\(place)",
                at: service
            )
            let isCut = proxy.heal()
            #expect(told.isPaid && told.amount == 1400, "\(sweep) after \(place): \(told.summary)")
            cuts.payments += 1
            guard isCut, told.isPaid else { return cuts }
            cuts.count += 1
            cuts.bytes = place
        }
    }

    private static func target(of peer: Peer, in shop: Shop) -> CuttingProxy.Target {
        switch peer {
        case .stripe: .port(shop.stripe.port)
        case .database: .path(shop.database.server.socketDirectory + "/.s.PGSQL.5432")
        }
    }

    private static func start(
        behind proxy: CuttingProxy,
        _ peer: Peer,
        in shop: Shop
    ) async throws -> ServiceProcess {
        var database = shop.database.url
        if peer == .database {
            var parts = try #require(URLComponents(string: database))
            parts.host = "127.0.0.1"
            parts.port = Int(proxy.port)
            parts.queryItems = [URLQueryItem(name: "sslmode", value: "disable")]
            database = try #require(parts.string)
        }
        return try await ServiceProcess.start(
            database: database,
            stripe: peer == .stripe ? proxy.port : shop.stripe.port,
            settings: Patience.short
        )
    }
}
