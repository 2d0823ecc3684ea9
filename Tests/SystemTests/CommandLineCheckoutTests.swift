import Foundation
import TestKit
import Testing

/// The example for the terminal, as a process that is killed at each of its own steps.
struct CommandLineCheckoutTests {
    @Test(arguments: [Card.good, Card.challenged])
    func `Killed between any two steps, the card is charged once`(card: String) async throws {
        try await Shop.open { shop in
            var steps = 0
            var isKilled = true
            while isKilled {
                steps += 1
                let file = "/tmp/payonce-checkout-\(UUID()).json"
                let first = try await run(shop, card, file, "--die-after", "\(steps)")
                isKilled = first.status == -9
                let second = isKilled ? try await run(shop, card, file) : first
                #expect(second.status == 0, "step \(steps): \(second.output)")
                #expect(second.output.contains("paid: 1400 usd, pay_"))
                #expect(!second.output.contains("_secret_"))
                #expect(try await shop.stripe.book().count == steps, "step \(steps)")
                #expect(unlink(file) == 0)
            }
            #expect(steps > 10)
            print("\(card): killed at \(steps - 1) steps")
        }
    }

    /// Foundation's client for Linux ends the whole program where a connection ends within the head
    /// of an answer ("Transfer completed, but there's no response"); iOS and macOS have another. To
    /// the checkout that is one death more.
    @Test(arguments: CuttingProxy.Way.allCases)
    func `A connection that ends after any byte`(_ way: CuttingProxy.Way) async throws {
        try await Shop.open { shop in
            let proxy = try CuttingProxy(to: .port(shop.service.port))
            let step = Thoroughness.isWhole ? 3 : 67
            var payments = 0
            for bytes in stride(from: 0, to: 10_000, by: step) {
                let file = "/tmp/payonce-checkout-\(UUID()).json"
                proxy.cut(way, after: bytes)
                let first = try await run(shop, Card.good, file, port: proxy.port)
                let isCut = proxy.heal()
                let last = first.status < 0 ? try await run(shop, Card.good, file) : first
                #expect(last.status == 0, "byte \(bytes): \(first.output) \(last.output)")
                payments += 1
                #expect(try await shop.stripe.book().count == payments, "byte \(bytes)")
                #expect(unlink(file) == 0)
                guard isCut else { break }
            }
            #expect(payments > (Thoroughness.isWhole ? 200 : 7))
            print("\(way): cut \(payments - 1) times")
        }
    }

    @Test(arguments: [("fail", Int32(1)), ("cancel", 1)])
    func `What the customer does in the challenge`(answer: String, status: Int32) async throws {
        try await Shop.open { shop in
            let file = "/tmp/payonce-checkout-\(UUID()).json"
            let ended = try await run(shop, Card.challenged, file, "--challenge", answer)
            #expect(ended.status == status && ended.output.contains("not paid: "))
            #expect(try await shop.stripe.book().isEmpty)
            let again = try await run(shop, Card.good, file)
            #expect(again.status == 0 && again.output.contains("paid: 1400 usd"))
            #expect(try await shop.stripe.book().count == 1)
            #expect(unlink(file) == 0)
        }
    }

    @Test func `Words that it does not know`() async throws {
        let child = try await ProcessChild([Self.path, "--pay", "now"], environment: [:])
        #expect(try await child.exit() == 64)
        #expect(child.output.contains("usage: checkout"))
    }

    private static let path = URL(fileURLWithPath: ServiceProgram.path)
        .deletingLastPathComponent().appendingPathComponent("checkout").path

    private func run(
        _ shop: Shop,
        _ card: String,
        _ file: String,
        port: UInt16? = nil,
        _ more: String...
    ) async throws -> (status: Int32, output: String) {
        let words = [
            Self.path, "--card", card, "--file", file, "--challenge", "complete",
            "--service", "http://127.0.0.1:\(port ?? shop.service.port)",
            "--stripe", "http://127.0.0.1:\(shop.stripe.port)",
        ]
        let child = try await ProcessChild(
            words + more,
            environment: ["SWIFT_BACKTRACE": "enable=no"]
        )
        let status = try await child.exit()
        return (status, child.output)
    }
}
