import Foundation
import PayOnceClient
import Synchronization
import TestKit

/// An app on the library, in this process: its checkout, its storage, and its customer.
final class App: CheckoutStore, ChallengeHandler {
    let service: PayOnceService
    private let shop: Shop
    private let stored = Mutex<CheckoutRecord?>(nil)
    private let lines = Mutex<[String]>([])
    private let challenge: String
    private let isTold: ChallengeResult

    /// `port` is where it believes the service to be. In a challenge the customer does `challenge`,
    /// and the SDK then says `told`.
    init(
        _ shop: Shop,
        port: UInt16? = nil,
        challenge: String = "success",
        told: ChallengeResult = .passed,
        tokens: (any CustomerTokens)? = nil,
        patience: PayOnceClient.Patience = App.brisk
    ) throws {
        self.shop = shop
        self.challenge = challenge
        isTold = told
        let log = Mutex<@Sendable (LogLine) -> Void>({ _ in })
        service = PayOnceService(
            url: try App.url(port ?? shop.service.port),
            customerTokens: tokens,
            patience: patience,
            log: { line in log.withLock { $0(line) } }
        )
        log.withLock { $0 = { [weak self] line in self?.note(line) } }
    }

    /// Short pauses, and long enough for everything that these tests do to the service.
    static let brisk = PayOnceClient.Patience(
        total: .seconds(90),
        firstPause: .milliseconds(50),
        longestPause: .milliseconds(400),
        request: .seconds(15)
    )

    /// Opens the checkout's screen.
    func checkout(_ purchase: Purchase = App.purchase) -> Checkout {
        Checkout(CheckoutRecord(purchase), at: service, store: self, challenges: self)
    }

    /// Starts the app again, with what it has stored.
    func restarted() throws -> Checkout {
        guard let record = stored.withLock({ $0 }) else { throw App.NothingStored() }
        return Checkout(record, at: service, store: self, challenges: self)
    }

    struct NothingStored: Error {}

    static let purchase = Purchase(items: [.init(id: "photo_subscription")], currency: "usd")

    var log: String { lines.withLock { $0.joined(separator: "\n") } }

    private func note(_ line: LogLine) { lines.withLock { $0.append("\(line)") } }

    func keep(_ record: CheckoutRecord) async throws {
        // As an app does: through bytes.
        let bytes = try JSONEncoder().encode(record)
        let kept = try JSONDecoder().decode(CheckoutRecord.self, from: bytes)
        stored.withLock { $0 = kept }
    }

    func complete(_ challenge: PayOnceClient.Challenge) async -> ChallengeResult {
        do {
            if self.challenge != "nothing" {
                try await shop.stripe.authenticate(challenge.paymentIntentId, self.challenge)
            }
        } catch {
            // Done before.
        }
        return isTold
    }

    private static func url(_ port: UInt16) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw NothingStored() }
        return url
    }
}

extension Outcome {
    var isPaid: Bool {
        switch self {
        case .paid: true
        case .declined, .expired, .canceled, .stillChecking, .refused: false
        }
    }

    var payment: String? {
        switch self {
        case .paid(let receipt): receipt.paymentId
        case .declined, .expired, .canceled, .stillChecking, .refused: nil
        }
    }
}
